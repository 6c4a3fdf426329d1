import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { isDelayLocked, isLocked, isRevoked, lockedThrough } from './lock.ts';

export type IdentityStatus = 'ACTIVE' | 'LOCKED' | 'REVOKED';

export type IdentityOperation = 'REGISTER' | 'REVOKE' | 'RECOVER' | 'LOCK' | 'UNLOCK' | 'UPDATE';

type LockState = Pick<IdentityState, 'flags' | 'timelock' | 'structureVersion'>;

/** Status at a height. The daemon's own `status` knows no LOCKED: there a locked identity is "active". */
export function identityStatus(state: LockState, height: number): IdentityStatus {
  if (isRevoked(state)) return 'REVOKED';
  return isLocked(state, height) ? 'LOCKED' : 'ACTIVE';
}

/** First height at which an identity that is locked at `height` can spend again; null when it is not, or no unlock has started. */
export function unlockHeight(state: LockState, height: number): bigint | null {
  return isLocked(state, height) && !isDelayLocked(state) ? lockedThrough(state) + 1n : null;
}
