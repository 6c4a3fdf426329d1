import { type GraphqlAnswer, postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Stage } from './start-stage.ts';

/** Asks the stage's gateway, as a client with its key. */
export function askStage(stage: Stage, document: string): Promise<GraphqlAnswer> {
  return postOperation(stage.url('gateway'), stage.key, document);
}

/** Waits until queries are answered at a block. @returns how long that took, in milliseconds */
export async function waitForTip(stage: Stage, hash: string): Promise<number> {
  const startedAt = performance.now();
  await waitFor(async () => (await askStage(stage, '{ __typename }')).chains[0]?.hash === hash, {
    what: `queries to be answered at block ${hash}`,
  });
  return performance.now() - startedAt;
}
