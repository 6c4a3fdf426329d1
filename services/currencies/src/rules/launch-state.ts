import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';

export type LaunchState = 'PRELAUNCH' | 'LAUNCHED' | 'REFUNDING' | 'COMPLETE';

/**
 * Stage of a launch, from the flags of a currency state (docs/verus/currencies.md#launch). A failed launch keeps REFUNDING. A
 * confirmed one is launched, also in the one block whose state still has the prelaunch flag. A currency without any flag was
 * not launched on this chain: it came complete.
 */
export function launchState(flags: number): LaunchState {
  if (flags & CURRENCY_STATE_FLAGS.REFUNDING) return 'REFUNDING';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_COMPLETE) return 'COMPLETE';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_CONFIRMED) return 'LAUNCHED';
  return flags & CURRENCY_STATE_FLAGS.PRELAUNCH ? 'PRELAUNCH' : 'COMPLETE';
}
