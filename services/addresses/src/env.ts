import { indexerEnv, subgraphEnv } from '@ledgergraph/chain-kit/env';
import { z } from 'zod';

export { indexerEnv };

/** Environment of the api. BLOCKS_URL absent: no list leaves out what is being spent. */
export const apiEnv = subgraphEnv.extend({ BLOCKS_URL: z.url({ protocol: /^https?$/ }).optional() });
export type ApiEnv = z.output<typeof apiEnv>;
