import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';

export type LaunchState = 'PRELAUNCH' | 'LAUNCHED' | 'REFUNDING' | 'COMPLETE';

/** docs/verus/currencies.md#launch. A failed launch keeps REFUNDING; a confirmed one may still have the prelaunch flag for one block. */
export function launchState(flags: number): LaunchState {
  if (flags & CURRENCY_STATE_FLAGS.REFUNDING) return 'REFUNDING';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_COMPLETE) return 'COMPLETE';
  if (flags & CURRENCY_STATE_FLAGS.LAUNCH_CONFIRMED) return 'LAUNCHED';
  return flags & CURRENCY_STATE_FLAGS.PRELAUNCH ? 'PRELAUNCH' : 'COMPLETE';
}
