import { AccountsError } from '#/accounts-error.ts';
import type { Connection } from '#/db/connection.ts';
import { findUserByEmail } from '#/db/users.ts';
import type { User } from '#/generated/prisma/client.ts';

/** The address may be in any case. Throws AccountsError UNKNOWN_USER. */
export async function getUser(db: Connection, email: string): Promise<User> {
  const user = await findUserByEmail(db, email.toLowerCase());
  if (user === null) throw new AccountsError('UNKNOWN_USER', `There is no user ${JSON.stringify(email)}`);
  return user;
}
