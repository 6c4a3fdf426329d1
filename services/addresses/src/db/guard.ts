import type { ChainAddress } from './chain-address.ts';

/**
 * The condition, besides a signature, that an output waits for. Numbers up to 0 have the meanings below; a number above 0 is the id of a row:
 * - PROTOCOL (-1): no signature is enough, its kind of output is spent by a contract.
 * - OPEN (0): nothing.
 * - above 0: an identity that must be able to sign, or a joint condition of several. It is the id of its row in `address`, and what it
 *   waits for stands in `identity_lock` and `joint_guard`.
 * - below -1: a height. The block of that height is the first that may spend it.
 */
export type Guard = ChainAddress | number;

export const PROTOCOL_GUARD = -1;
export const OPEN_GUARD = 0;

/** The guard of outputs that no block below this height may spend. */
export function heightGuard(height: number): number {
  return -height;
}

/** Value of `guard_id`. */
export function guardId(guard: Guard): number {
  return typeof guard === 'number' ? guard : guard.id;
}

/** True if a signature can spend the output one day: the daemon's own flag, which looks at the script alone. */
export function isSpendable({ guard }: { guard: Guard }): boolean {
  return guard !== PROTOCOL_GUARD;
}

/** True for a guard that opens and closes: outputs behind it are counted apart. */
export function isTimely(guard: Guard): boolean {
  return guard !== PROTOCOL_GUARD && guard !== OPEN_GUARD;
}
