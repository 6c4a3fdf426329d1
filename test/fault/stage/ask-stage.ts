import { type GraphqlAnswer, postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Stage } from './start-stage.ts';

export function askStage(stage: Stage, document: string): Promise<GraphqlAnswer> {
  return postOperation(stage.url('gateway'), stage.key, document);
}

/** @returns milliseconds until then */
export async function waitForTip(stage: Stage, hash: string): Promise<number> {
  const startedAt = performance.now();
  await waitFor(async () => (await askStage(stage, '{ __typename }')).chains[0]?.hash === hash, {
    what: `queries to be answered at block ${hash}`,
  });
  return performance.now() - startedAt;
}
