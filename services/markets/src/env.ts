import { indexerEnv, subgraphEnv } from '@ledgergraph/chain-kit/env';
import { readEnv } from '@ledgergraph/service-kit/env';

export { indexerEnv, subgraphEnv as apiEnv };

/** Environment of `api.ts`. */
export function readApiEnv() {
  return readEnv(subgraphEnv);
}

/** Environment of `indexer.ts`. */
export function readIndexerEnv() {
  return readEnv(indexerEnv);
}
