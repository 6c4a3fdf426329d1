/** Counts the operations that ran, and how often their plan was cached. */
export class ExecutionCounts {
  executed = 0;
  planHits = 0;
  planMisses = 0;
  /** The plans that are kept: how many, and an estimate of their size. */
  plans: { readonly size: number; readonly bytes: number } = { size: 0, bytes: 0 };
  /** Operations that ran a second time because a pin was lost, and those that lost the second one too. */
  pinLosses = { repeated: 0, refused: 0 };
  /** Operations that both executors were to run. */
  shadow = { equal: 0, different: 0, dropped: 0, failed: 0 };
}
