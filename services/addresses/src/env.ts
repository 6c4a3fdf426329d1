import { indexerEnv, subgraphEnv } from '@ledgergraph/chain-kit/env';
import { readEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';

export { indexerEnv };

/** Environment of the api. BLOCKS_URL absent: no list leaves out what is being spent. */
export const apiEnv = subgraphEnv.extend({ BLOCKS_URL: z.url({ protocol: /^https?$/ }).optional() });

/** Environment of `api.ts`. */
export function readApiEnv() {
  return readEnv(apiEnv);
}

/** Environment of `indexer.ts`. */
export function readIndexerEnv() {
  return readEnv(indexerEnv);
}
