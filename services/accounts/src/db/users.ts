import type { Prisma, User } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

const withMemberships = {
  include: { memberships: { include: { team: true }, orderBy: { createdAt: 'asc' } } },
} as const;

export type UserWithMemberships = Prisma.UserGetPayload<typeof withMemberships>;

/** @param email in lower case, as it is stored */
export function findUserByEmail(db: Connection, email: string): Promise<User | null> {
  return db.user.findUnique({ where: { email } });
}

/** Adds a user of this address unless there is one. True if this call added them; another one that is just adding them is waited for. */
export async function insertUserIfNew(db: Connection, user: { email: string; name: string }): Promise<boolean> {
  // Prisma's upsert with nothing to update reads first and then inserts: two at once would collide. This is ON CONFLICT DO NOTHING.
  const { count } = await db.user.createMany({ data: [user], skipDuplicates: true });
  return count > 0;
}

/** Holds the user's row until the transaction ends, so that what depends on it happens once. False if the user does not exist. */
export async function lockUser(tx: Connection, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT FROM account_user WHERE id = ${id} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** All users with their teams, oldest first. */
export function listUsers(db: Connection): Promise<UserWithMemberships[]> {
  return db.user.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], ...withMemberships });
}

/** Locks the user until the transaction ends: no other transaction adds them to a team or signs them in meanwhile. */
export async function lockUserForDeletion(tx: Connection, id: string): Promise<void> {
  await tx.$executeRaw`SELECT id FROM account_user WHERE id = ${id} FOR UPDATE`;
}

/** Deletes the user with all that is only theirs: sessions, passwords, passkeys, memberships, invitations they sent. */
export async function deleteUserRow(db: Connection, id: string): Promise<void> {
  await db.user.delete({ where: { id } });
}
