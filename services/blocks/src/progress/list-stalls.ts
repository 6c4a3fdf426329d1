import type { NodeTipRow } from '#/db/node-tip.ts';
import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';

export interface Stall {
  /** Name of the subgraph; blocks has two parts more: "node" while none of the chain's nodes can be used, and the "follower" of it. */
  part: string;
  since: Date;
  height: number | null;
}

const STALLED_BLOCK_TIMES = 3;
/** The follower polls the node every second, and waits for a few seconds between two failures; chains may be faster than that. */
const FOLLOWER_PATIENCE_MIN_MS = 15_000;

/**
 * Lists the parts of a chain that are stuck. A subgraph is stuck when it had a block to apply for three block times and applied none;
 * for this service that is a block of the node. When no usable node has answered for that long and no block was applied, all its
 * nodes are stuck, or else the follower, which does not even poll: it is then unknown if there are blocks to apply, which is not healthy.
 * @param own name of this service among the progress rows
 * @param reported last state of the node that the follower saved; null: none yet
 */
export function listStalls(
  progress: readonly SubgraphProgressRow[],
  own: string,
  reported: NodeTipRow | null,
  blockTimeSeconds: number,
  now: Date,
): Stall[] {
  const patienceMs = STALLED_BLOCK_TIMES * blockTimeSeconds * 1000;
  const stalls: Stall[] = [];
  const judge = (part: string, row: SubgraphProgressRow, since: Date | null, waitMs: number): void => {
    if (since === null) return;
    const idleSince = new Date(Math.max(since.getTime(), row.reported?.at.getTime() ?? 0));
    if (now.getTime() - idleSince.getTime() > waitMs) {
      stalls.push({ part, since: idleSince, height: row.reported?.height ?? null });
    }
  };
  for (const row of progress) {
    judge(row.consumer, row, row.consumer === own ? (reported?.aheadSince ?? null) : row.behindSince, patienceMs);
    if (row.consumer === own) {
      const part = (reported?.silentSince ?? null) !== null ? 'node' : 'follower';
      judge(part, row, reported?.seenAt ?? null, Math.max(patienceMs, FOLLOWER_PATIENCE_MIN_MS));
    }
  }
  return stalls;
}
