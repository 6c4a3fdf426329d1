import type { Role } from '@ledgergraph/dashboard-api/contract';

/** Also decides who may remove a member: only owners may change owners. */
export function mayChangeRole(mine: Role, theirs: Role): boolean {
  return mine === 'owner' || (mine === 'admin' && theirs !== 'owner');
}

export function offeredRoles(mine: Role): Role[] {
  if (mine === 'owner') return ['member', 'admin', 'owner'];
  return mine === 'admin' ? ['member', 'admin'] : [];
}
