import type { ReorgRow } from '#/db/reorg-rows.ts';
import { finalizedHeight } from '#/progress/finalized-height.ts';
import type { BlocksContext } from './loaders.ts';
import type { SyncStateRecord } from './sync-state-record.ts';

interface SubgraphSyncRecord {
  name: string;
  height: number;
  hash: string;
  updatedAt: Date;
}

export const SyncState = {
  lastBlockHeight: ({ last }: SyncStateRecord): number => last.height,
  lastBlockHash: ({ last }: SyncStateRecord): string => last.hash,

  lastBlockTime: async ({ chainId, last }: SyncStateRecord, _: unknown, context: BlocksContext): Promise<number> => {
    const block = await context.loaders.blockByHash.load({ chainId, hash: last.hash });
    if (block === undefined) throw new Error(`block ${last.hash} has no row`);
    return block.time;
  },

  chainTipHeight: ({ progress }: SyncStateRecord): number | null => progress.nodeHeight,

  blocksBehind: ({ last, progress }: SyncStateRecord): number | null =>
    progress.nodeHeight === null ? null : Math.max(progress.nodeHeight - last.height, 0),

  finalizedHeight: ({ last, progress }: SyncStateRecord): number | null =>
    finalizedHeight(last.height, progress.network.finalityDepth, progress.notarizedHeight),

  status: ({ progress }: SyncStateRecord): string => progress.status,

  isHealthy: ({ progress }: SyncStateRecord): boolean => progress.status === 'LIVE' || progress.status === 'SYNCING',

  lastSyncedAt: ({ progress }: SyncStateRecord): Date => {
    const { tip, subgraphs } = progress;
    const arrivals = subgraphs
      .filter(({ shared }) => shared?.height === tip?.height)
      .map(({ reported }) => reported?.at.getTime() ?? 0);
    return new Date(Math.max(...arrivals));
  },

  subgraphs: ({ progress }: SyncStateRecord): SubgraphSyncRecord[] =>
    progress.subgraphs.flatMap(({ consumer, reported }) =>
      reported === null
        ? []
        : [{ name: consumer, height: reported.height, hash: reported.hash, updatedAt: reported.at }],
    ),

  lastReorg: ({ chainId }: SyncStateRecord, _: unknown, context: BlocksContext): Promise<ReorgRow | null> =>
    context.loaders.lastReorg.load(chainId),

  lastFinalityBreak: ({ progress }: SyncStateRecord): ReorgRow | null => progress.lastFinalityBreak,
};
