import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';

export type LaunchState = 'PRELAUNCH' | 'LAUNCHED' | 'REFUNDING' | 'COMPLETE';

/**
 * From the flags of a currency state (docs/verus/currencies.md#launch). A failed launch keeps REFUNDING. A confirmed one is launched
 * even in the block that still has the prelaunch flag. A currency without flags was not launched on this chain.
 */
export function launchState(flags: number): LaunchState {
  if (flags & CURRENCY_STATE_FLAGS.REFUNDING) return 'REFUNDING';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_COMPLETE) return 'COMPLETE';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_CONFIRMED) return 'LAUNCHED';
  return flags & CURRENCY_STATE_FLAGS.PRELAUNCH ? 'PRELAUNCH' : 'COMPLETE';
}
