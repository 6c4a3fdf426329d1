import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';

export type LaunchState = 'PRELAUNCH' | 'LAUNCHED' | 'REFUNDING' | 'COMPLETE';

/**
 * Stage of a launch, from the flags of a currency state (docs/verus/currencies.md#launch): a failed one keeps
 * REFUNDING for good, a confirmed one is launched even in the one block whose state still says prelaunch. Without any
 * flag the currency was not launched on this chain: it came complete.
 */
export function launchState(flags: number): LaunchState {
  if (flags & CURRENCY_STATE_FLAGS.REFUNDING) return 'REFUNDING';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_COMPLETE) return 'COMPLETE';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_CONFIRMED) return 'LAUNCHED';
  return flags & CURRENCY_STATE_FLAGS.PRELAUNCH ? 'PRELAUNCH' : 'COMPLETE';
}
