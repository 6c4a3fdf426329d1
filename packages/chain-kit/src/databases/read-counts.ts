/** Kind of the server that a request read a chain on. */
export type ReadTarget = 'primary' | 'replica';

// One count per process, as for its metrics: the code that reads does not know the code that measures it.
const counts: Record<ReadTarget, number> = { primary: 0, replica: 0 };

/** Counts one chain that one request reads. */
export function countRead(target: ReadTarget): void {
  counts[target] += 1;
}

/** Chains that requests of this process have read, by the kind of server. */
export function readCounts(): Readonly<Record<ReadTarget, number>> {
  return counts;
}
