import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';
import { findPoolSerial } from '#/db/find-pool.ts';
import { findNodeTip, type NodeTipRow } from '#/db/node-tip.ts';
import { findLastFinalityBreak, type ReorgRow } from '#/db/reorg-rows.ts';
import { listProgress, type SubgraphProgressRow } from '#/db/subgraph-progress.ts';
import { consistentTip } from './consistent-tip.ts';
import { listStalls, type Stall } from './list-stalls.ts';
import { type SyncStatusName, syncStatus } from './sync-status.ts';

export const OWN_NAME = 'blocks';

/** Longer than two looks of 2.5 s of waiting + 1 s, and two seconds below the ten that docs/guarantees.md promises. */
export const NODE_SILENCE_MS = 8_000;

export interface ChainProgress {
  network: Network;
  tip: BlockPlace | null;
  nodeHeight: number | null;
  notarizedHeight: number | null;
  /** Since then the node has had a block that we lack; null: we have all. */
  aheadSince: Date | null;
  status: SyncStatusName;
  stalls: Stall[];
  subgraphs: SubgraphProgressRow[];
  lastFinalityBreak: ReorgRow | null;
  poolSerial: bigint | null;
}

/** @param expected other subgraphs that must have applied a block before it is read */
export async function loadChainProgress(
  db: SqlExecutor,
  network: Network,
  expected: readonly string[],
  now: Date = new Date(),
): Promise<ChainProgress> {
  const [subgraphs, reported, lastFinalityBreak] = await Promise.all([
    listProgress(db, network.chainId, OWN_NAME, [OWN_NAME, ...expected]),
    findNodeTip(db, network.chainId),
    findLastFinalityBreak(db, network.chainId),
  ]);
  // Last: the mempool may be newer than the returned tip, never older.
  const poolSerial = await findPoolSerial(db, network.chainId);
  const nodeTip = reported !== null && isCurrent(reported, now) ? reported : null;
  const stalls = listStalls(subgraphs, OWN_NAME, reported, network.blockTimeSeconds, now);
  return {
    network,
    tip: consistentTip(subgraphs),
    nodeHeight: nodeTip?.height ?? null,
    notarizedHeight: reported?.notarizedHeight ?? null,
    aheadSince: reported?.aheadSince ?? null,
    status: syncStatus(subgraphs, OWN_NAME, nodeTip, stalls),
    stalls,
    subgraphs,
    lastFinalityBreak,
    poolSerial,
  };
}

function isCurrent({ seenAt, height }: NodeTipRow, now: Date): boolean {
  return height !== null && now.getTime() - seenAt.getTime() < NODE_SILENCE_MS;
}
