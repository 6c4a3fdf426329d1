/** Role of a user in a team. */
export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** The role that a stored text means; several are separated by commas, and the highest counts. What is not known has the fewest rights. */
export function readRole(text: string): Role {
  const held = text.split(',').map((role) => role.trim());
  return roles.find((role) => held.includes(role)) ?? 'member';
}

/** Sees keys, usage, quota and members, and makes keys: everybody in the team. */
export function maySeeTeam(role: Role | undefined): role is Role {
  return role !== undefined;
}

/** Changes, rotates and revokes the key. */
export function mayManageKey(caller: { role: Role; userId: string }, key: { createdById: string | null }): boolean {
  return caller.role !== 'member' || key.createdById === caller.userId;
}

/** Makes a key with the permission to send, or gives it to a key. Whoever manages a key may take it. */
export function mayPermitSending(role: Role): boolean {
  return role !== 'member';
}

/** Renames the team, and sees the record of who did what in it. */
export function mayManageTeam(role: Role): boolean {
  return role !== 'member';
}

export const maySeeAudit = mayManageTeam;

/** Makes, changes and deletes webhooks, and sees their secrets. */
export const mayManageWebhooks = mayManageTeam;

/** True if the role may invite a person as `invited`, or take such an invitation back. */
export function mayInvite(role: Role, invited: Role): boolean {
  return role === 'owner' || (role === 'admin' && invited !== 'owner');
}

/** Makes a member of role `from` one of role `to`. */
export function mayChangeRole(role: Role, from: Role, to: Role): boolean {
  return role === 'owner' || (role === 'admin' && from !== 'owner' && to !== 'owner');
}

/** Takes a member out of the team. Everybody may leave, and a team never loses its last owner: both are checked elsewhere. */
export function mayRemoveMember(role: Role, of: Role): boolean {
  return mayInvite(role, of);
}

export function mayDeleteTeam(role: Role): boolean {
  return role === 'owner';
}
