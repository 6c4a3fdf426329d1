export class ExecutionCounts {
  executed = 0;
  planHits = 0;
  planMisses = 0;
  plans: { readonly size: number; readonly bytes: number } = { size: 0, bytes: 0 };
  /** Operations that ran a second time because a pin was lost, and those that lost the second one too. */
  pinLosses = { repeated: 0, refused: 0 };
  shadow = { equal: 0, different: 0, dropped: 0, failed: 0 };
}
