import { z } from 'zod';

const height = z.number().int();

/** The gateway defines `/status`; this schema has only the members that the page shows. */
export const statusSchema = z.object({
  time: z.string(),
  networks: z.array(
    z.object({
      chainId: z.string(),
      name: z.string(),
      environment: z.enum(['MAINNET', 'TESTNET']),
      status: z.enum(['SYNCING', 'LIVE', 'NODE_UNAVAILABLE', 'STALLED']),
      height,
      hash: z.string(),
      blockTime: z.string(),
      blockTimeSeconds: z.number(),
      chainTipHeight: height.nullable(),
      blocksBehind: height.nullable(),
      subgraphs: z.array(z.object({ name: z.string(), height })),
      lastReorg: z
        .object({ forkHeight: height, depth: height, oldTipHash: z.string(), newTipHash: z.string(), at: z.string() })
        .nullable(),
    }),
  ),
});

export type NetworkStatus = z.output<typeof statusSchema>['networks'][number];
