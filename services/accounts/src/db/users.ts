import type { Prisma, User } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';
import { beyond, type Place } from './list-cursor.ts';

const withMemberships = {
  include: { memberships: { include: { team: true }, orderBy: { createdAt: 'asc' } } },
} as const;

export type UserWithMemberships = Prisma.UserGetPayload<typeof withMemberships>;

/** @param email in lower case, as it is stored */
export function findUserByEmail(db: Connection, email: string): Promise<User | null> {
  return db.user.findUnique({ where: { email } });
}

/** True if this call added the user. Waits for another call that is adding the same one. */
export async function insertUserIfNew(db: Connection, user: { email: string; name: string }): Promise<boolean> {
  // Prisma's upsert with nothing to update reads first and then inserts, so that two at once collide. This is ON CONFLICT DO NOTHING.
  const { count } = await db.user.createMany({ data: [user], skipDuplicates: true });
  return count > 0;
}

/** Until the transaction ends. False if the user does not exist. */
export async function lockUser(tx: Connection, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT FROM account_user WHERE id = ${id} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

export function pageUsers(db: Connection, after: Place | undefined, take: number): Promise<UserWithMemberships[]> {
  return db.user.findMany({
    where: { ...beyond(after) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
    ...withMemberships,
  });
}

/** Until the transaction ends, no other one adds them to a team or signs them in. */
export async function lockUserForDeletion(tx: Connection, id: string): Promise<void> {
  await tx.$executeRaw`SELECT id FROM account_user WHERE id = ${id} FOR UPDATE`;
}

export async function deleteUserRow(db: Connection, id: string): Promise<void> {
  await db.user.delete({ where: { id } });
}
