import type { ChainBlock, RecordedChain } from './recorded-chain.ts';

/** The tip follows an orphaned branch until the final chain is longer, then moves to that in one step, as a node does. */
export function buildSchedule(chain: RecordedChain): ChainBlock[] {
  const schedule: ChainBlock[] = [];
  const last = chain.main.length - 1;
  const branches = [...chain.branches].sort((a, b) => forkHeight(a) - forkHeight(b));
  let height = 0;
  for (let block = chain.main[height]; block !== undefined; block = chain.main[height]) {
    schedule.push(block);
    let tipHeight = height;
    while (height < last && branches[0] !== undefined && forkHeight(branches[0]) <= height) {
      // A branch that began below the current tip takes over with its first block above that tip.
      const above = branches.shift()?.filter((orphan) => orphan.height > tipHeight) ?? [];
      schedule.push(...above);
      tipHeight += above.length;
    }
    height = Math.max(height + 1, Math.min(tipHeight + 1, last));
  }
  return schedule;
}

function forkHeight(branch: readonly ChainBlock[]): number {
  return (branch[0]?.height ?? 0) - 1;
}
