import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { isDelayLocked, isLocked, isRevoked, lockedThrough } from './lock.ts';

export type IdentityStatus = 'ACTIVE' | 'LOCKED' | 'REVOKED';

export type IdentityOperation = 'REGISTER' | 'REVOKE' | 'RECOVER' | 'LOCK' | 'UNLOCK' | 'UPDATE';

type LockState = Pick<IdentityState, 'flags' | 'timelock' | 'structureVersion'>;

/** The daemon's own `status` has no LOCKED: a locked identity is "active" there. */
export function identityStatus(state: LockState, height: number): IdentityStatus {
  if (isRevoked(state)) return 'REVOKED';
  return isLocked(state, height) ? 'LOCKED' : 'ACTIVE';
}

/** First height at which an identity that is locked at `height` can spend again; null if it is not locked or no unlock has started. */
export function unlockHeight(state: LockState, height: number): bigint | null {
  return isLocked(state, height) && !isDelayLocked(state) ? lockedThrough(state) + 1n : null;
}
