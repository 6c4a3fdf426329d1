import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { IdentityStatus } from '#/identity/identity-status.ts';

/** A timelock is stored as the daemon prints it: its 32 bits with a sign. */
const UINT32_MAX = 0xffffffff;

/** identityStatus as SQL over the revision in force r; a test holds both together. */
export function statusCondition(status: IdentityStatus, height: string): string {
  const revoked = `(r.flags & ${IDENTITY_FLAGS.REVOKED}) <> 0`;
  const locked = `(r.structure_version >= 2 AND ((r.flags & ${IDENTITY_FLAGS.LOCKED}) <> 0 OR (r.timelock <> 0 AND (r.timelock & ${UINT32_MAX}) >= ${height})))`;
  if (status === 'REVOKED') return revoked;
  return status === 'LOCKED' ? `(NOT ${revoked} AND ${locked})` : `(NOT ${revoked} AND NOT ${locked})`;
}
