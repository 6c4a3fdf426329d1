export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** A stored text may hold several roles, separated by commas: the highest counts. An unknown role has the fewest rights. */
export function readRole(text: string): Role {
  const held = text.split(',').map((role) => role.trim());
  return roles.find((role) => held.includes(role)) ?? 'member';
}

export function maySeeTeam(role: Role | undefined): role is Role {
  return role !== undefined;
}

export function mayManageKey(caller: { role: Role; userId: string }, key: { createdById: string | null }): boolean {
  return caller.role !== 'member' || key.createdById === caller.userId;
}

/** Every member who manages a key may take the permission away. */
export function mayPermitSending(role: Role): boolean {
  return role !== 'member';
}

export function mayManageTeam(role: Role): boolean {
  return role !== 'member';
}

export const maySeeAudit = mayManageTeam;

export const mayManageWebhooks = mayManageTeam;

export function mayInvite(role: Role, invited: Role): boolean {
  return role === 'owner' || (role === 'admin' && invited !== 'owner');
}

export function mayChangeRole(role: Role, from: Role, to: Role): boolean {
  return role === 'owner' || (role === 'admin' && from !== 'owner' && to !== 'owner');
}

/** Elsewhere: everybody may leave, and a team never loses its last owner. */
export function mayRemoveMember(role: Role, of: Role): boolean {
  return mayInvite(role, of);
}

export function mayDeleteTeam(role: Role): boolean {
  return role === 'owner';
}
