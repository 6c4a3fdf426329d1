import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { EMPTY_MAP, type IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { IdentityOperation } from './identity-status.ts';
import { isDelayLocked, isRevoked, lockedThrough } from './lock.ts';

const LOCK_AND_REVOCATION = BigInt(IDENTITY_FLAGS.LOCKED | IDENTITY_FLAGS.REVOKED);

/** The chain records states, not operations. The main one is first. @param previous null: this is the first revision on this chain */
export function deriveOperations(
  previous: IdentityState | null,
  next: IdentityState,
  height: number,
): IdentityOperation[] {
  const operations: IdentityOperation[] = [];
  if (previous === null) operations.push('REGISTER');
  if (isRevoked(next) && !(previous !== null && isRevoked(previous))) operations.push('REVOKE');
  if (previous !== null && isRevoked(previous) && !isRevoked(next)) operations.push('RECOVER');
  if (locks(previous, next, height)) operations.push('LOCK');
  if (previous !== null && unlocks(previous, next, height)) operations.push('UNLOCK');
  if (operations.length === 0 || (previous !== null && changesContent(previous, next))) operations.push('UPDATE');
  return operations;
}

function locks(previous: IdentityState | null, next: IdentityState, height: number): boolean {
  if (isDelayLocked(next)) return previous === null || !isDelayLocked(previous);
  // The end of a delay lock turns into an absolute one: an unlock has begun.
  if (previous !== null && isDelayLocked(previous)) return false;
  const before = previous === null ? 0n : lockedThrough(previous);
  return lockedThrough(next) >= BigInt(height) && lockedThrough(next) > before;
}

function unlocks(previous: IdentityState, next: IdentityState, height: number): boolean {
  if (isDelayLocked(next)) return false;
  if (isDelayLocked(previous)) return true;
  return lockedThrough(previous) >= BigInt(height) && lockedThrough(next) < lockedThrough(previous);
}

/** Anything except revocation, lock and the layout version, which every update raises. */
function changesContent(previous: IdentityState, next: IdentityState): boolean {
  return (
    (previous.flags & ~LOCK_AND_REVOCATION) !== (next.flags & ~LOCK_AND_REVOCATION) ||
    previous.name !== next.name ||
    previous.systemId !== next.systemId ||
    previous.minimumSignatures !== next.minimumSignatures ||
    previous.primaryAddresses.join() !== next.primaryAddresses.join() ||
    previous.revocationAuthority !== next.revocationAuthority ||
    previous.recoveryAuthority !== next.recoveryAuthority ||
    previous.privateAddress !== next.privateAddress ||
    previous.contentMap !== next.contentMap ||
    // The multi-map is not carried over: this revision wrote its content.
    next.contentMultiMap !== EMPTY_MAP
  );
}
