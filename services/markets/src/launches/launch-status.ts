import { CURRENCY_STATE_FLAGS as FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { LaunchStatus } from './launch.ts';

/** By the flags of a state (docs/verus/currencies.md#launch). A failed launch keeps REFUNDING. */
export function launchStatus(flags: number): LaunchStatus {
  if (flags & FLAGS.REFUNDING) return 'REFUNDING';
  if (flags & FLAGS.LAUNCH_COMPLETE) return 'COMPLETE';
  if (flags & FLAGS.LAUNCH_CONFIRMED) return 'LAUNCHED';
  return flags & FLAGS.PRELAUNCH ? 'PRELAUNCH' : 'COMPLETE';
}
