import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { firstFreeHeight, unsignedTimelock } from '@ledgergraph/verus-protocol/identity-lock';
import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';

type LockState = Pick<IdentityState, 'flags' | 'timelock' | 'structureVersion'>;

// Version 1 identities have no lock.
const VAULT_VERSION = 2;

export function hasFlag(flags: bigint, flag: number): boolean {
  return (flags & BigInt(flag)) !== 0n;
}

/** A revoked identity can neither spend nor be locked. */
export function isRevoked(state: Pick<IdentityState, 'flags'>): boolean {
  return hasFlag(state.flags, IDENTITY_FLAGS.REVOKED);
}

/** `timelock` is then the delay that an unlock would start. */
export function isDelayLocked(state: LockState): boolean {
  return state.structureVersion >= VAULT_VERSION && hasFlag(state.flags, IDENTITY_FLAGS.LOCKED);
}

/** Last height of an absolute lock; 0 without one. */
export function lockedThrough(state: LockState): bigint {
  return state.structureVersion >= VAULT_VERSION && !isDelayLocked(state) ? unsignedTimelock(state.timelock) : 0n;
}

/** By the daemon's CIdentity::IsLocked (docs/verus/identities.md#locks). */
export function isLocked(state: LockState, height: number): boolean {
  if (isRevoked(state)) return false;
  const freeFrom = firstFreeHeight(state);
  return freeFrom === null || freeFrom > BigInt(height);
}
