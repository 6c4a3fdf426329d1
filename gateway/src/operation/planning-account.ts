/** The payer of the work of operations that have no plan yet. */
export interface PlanningAccount {
  /** The turn that the payer has when many want a plan. */
  team: string;
  /** Takes milliseconds of work that was done. */
  charge(ms: number): void;
}

/** Does a piece of work in one go, and charges its time. Absent: the gateway works for itself. */
export function timed<Result>(account: PlanningAccount | undefined, work: () => Result): Result {
  if (account === undefined) return work();
  const began = performance.now();
  try {
    return work();
  } finally {
    account.charge(performance.now() - began);
  }
}
