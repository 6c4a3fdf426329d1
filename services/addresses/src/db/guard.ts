import type { ChainAddress } from './chain-address.ts';

/**
 * The condition, besides a signature, that an output waits for. Numbers: PROTOCOL (-1): a contract spends it, no signature is enough;
 * OPEN (0): nothing; above 0: id in `address` of an identity that must sign or of a joint condition (`identity_lock`, `joint_guard`);
 * below -1: the height of the first block that may spend it.
 */
export type Guard = ChainAddress | number;

export const PROTOCOL_GUARD = -1;
export const OPEN_GUARD = 0;

export function heightGuard(height: number): number {
  return -height;
}

export function guardId(guard: Guard): number {
  return typeof guard === 'number' ? guard : guard.id;
}

/** True if a signature can spend the output one day: the daemon's own flag, which looks only at the script. */
export function isSpendable({ guard }: { guard: Guard }): boolean {
  return guard !== PROTOCOL_GUARD;
}

/** True for a guard that opens and closes; outputs behind it are counted separately. */
export function isTimely(guard: Guard): boolean {
  return guard !== PROTOCOL_GUARD && guard !== OPEN_GUARD;
}
