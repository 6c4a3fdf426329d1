import type { ChainBlock, RecordedChain } from './recorded-chain.ts';

/**
 * The tips a recorded node stands on, in order. It grows along the final chain; where an orphaned branch began it first walks onto that,
 * and goes over to the final chain in one step when that is the longer one, as a node does when it hears of a better branch.
 */
export function buildSchedule(chain: RecordedChain): ChainBlock[] {
  const schedule: ChainBlock[] = [];
  const last = chain.main.length - 1;
  const branches = [...chain.branches].sort((a, b) => forkHeight(a) - forkHeight(b));
  let height = 0;
  for (let block = chain.main[height]; block !== undefined; block = chain.main[height]) {
    schedule.push(block);
    let tipHeight = height;
    while (height < last && branches[0] !== undefined && forkHeight(branches[0]) <= height) {
      // A branch that began below a tip reached in the meantime takes over with its first block above that tip, if it has one.
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
