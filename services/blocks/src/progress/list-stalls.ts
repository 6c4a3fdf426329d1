import type { NodeTipRow } from '#/db/node-tip.ts';
import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';

export interface Stall {
  /** A subgraph, "node" while no node can be used, or the "follower". */
  part: string;
  since: Date;
  height: number | null;
}

const STALLED_BLOCK_TIMES = 3;
/** The follower polls every second, and waits a few seconds between failures; chains may be faster. */
const FOLLOWER_PATIENCE_MIN_MS = 15_000;

/**
 * A subgraph is stuck if it applied none of its blocks for three block times; blocks itself follows the node. Without a usable answer
 * for that long, all nodes are stuck, or the follower, which does not even poll.
 * @param own this service among the progress rows
 * @param reported saved state of the node; null: none yet
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
