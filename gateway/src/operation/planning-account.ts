export interface PlanningAccount {
  /** The team whose turn it is when many want a plan. */
  team: string;
  charge(ms: number): void;
}

/** Runs synchronous work and charges its time. Absent account: the gateway works for itself. */
export function timed<Result>(account: PlanningAccount | undefined, work: () => Result): Result {
  if (account === undefined) return work();
  const began = performance.now();
  try {
    return work();
  } finally {
    account.charge(performance.now() - began);
  }
}
