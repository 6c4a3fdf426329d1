import { indexerEnv, subgraphEnv } from '@ledgergraph/chain-kit/env';
import { z } from 'zod';

export { indexerEnv };

export const apiEnv = subgraphEnv.extend({
  BLOCKS_URL: z
    .url({ protocol: /^https?$/ })
    .describe('Base URL of blocks-api, which lists outputs that are being spent. Absent: no `excludePending`.')
    .optional(),
});
export type ApiEnv = z.output<typeof apiEnv>;
