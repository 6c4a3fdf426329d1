import type { Role } from '#/dashboard/contract.ts';

/** Whether somebody may change the role of, or remove, a member: owners are owners' business. */
export function mayChangeRole(mine: Role, theirs: Role): boolean {
  return mine === 'owner' || (mine === 'admin' && theirs !== 'owner');
}

/** The roles that somebody may give. */
export function offeredRoles(mine: Role): Role[] {
  if (mine === 'owner') return ['member', 'admin', 'owner'];
  return mine === 'admin' ? ['member', 'admin'] : [];
}
