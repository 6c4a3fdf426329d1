import { Prisma, type PrismaClient } from '#/generated/prisma/client.ts';

export type Database = PrismaClient;

/** The database, or a transaction on it: enough for a single read or write. */
export type Connection = Prisma.TransactionClient;

/** True when the migrated database answers; throws when it does not. */
export async function isDatabaseReady(db: Connection): Promise<boolean> {
  return (await db.plan.count()) > 0;
}

/** Prisma's code for a server that cannot be reached. */
const SERVER_UNREACHABLE = 'P1001';

/** True for the error of a query that found no database server. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === SERVER_UNREACHABLE;
}
