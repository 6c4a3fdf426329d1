import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { IdentityStatus } from '#/identity/identity-status.ts';

/** identityStatus as SQL over the revision in force r; a test holds both together. */
export function statusCondition(status: IdentityStatus, height: string): string {
  const revoked = `(r.flags & ${IDENTITY_FLAGS.REVOKED}) <> 0`;
  const locked = `(r.structure_version >= 2 AND ((r.flags & ${IDENTITY_FLAGS.LOCKED}) <> 0 OR (r.timelock > 0 AND r.timelock >= ${height})))`;
  if (status === 'REVOKED') return revoked;
  return status === 'LOCKED' ? `(NOT ${revoked} AND ${locked})` : `(NOT ${revoked} AND NOT ${locked})`;
}
