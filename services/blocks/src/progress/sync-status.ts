import type { NodeTipRow } from '#/db/node-tip.ts';
import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';
import { consistentTip } from './consistent-tip.ts';
import type { Stall } from './list-stalls.ts';

export type SyncStatusName = 'SYNCING' | 'LIVE' | 'NODE_UNAVAILABLE' | 'STALLED';

/** A block takes a moment to reach all subgraphs; two often arrive close together. */
const LIVE_LAG_BLOCKS_MAX = 2;

/**
 * STALLED: something is stuck (listStalls). NODE_UNAVAILABLE: the tip is unknown. LIVE: within two blocks of the tip. SYNCING: below
 * that.
 * @param nodeTip null while no usable node answers
 */
export function syncStatus(
  progress: readonly SubgraphProgressRow[],
  own: string,
  nodeTip: NodeTipRow | null,
  stalls: readonly Stall[],
): SyncStatusName {
  if (stalls.length > 0) return 'STALLED';
  const tip = consistentTip(progress);
  if (tip === null) return 'SYNCING';
  if (nodeTip === null) return 'NODE_UNAVAILABLE';
  const ownHeight = progress.find((row) => row.consumer === own)?.shared?.height ?? -1;
  const target = Math.max(nodeTip.height ?? -1, ownHeight);
  return target - tip.height <= LIVE_LAG_BLOCKS_MAX ? 'LIVE' : 'SYNCING';
}
