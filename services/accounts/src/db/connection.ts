import { Prisma, type PrismaClient } from '#/generated/prisma/client.ts';

export type Database = PrismaClient;

export type Connection = Prisma.TransactionClient;

/** Throws when the migrated database does not answer. */
export async function isDatabaseReady(db: Connection): Promise<boolean> {
  return (await db.plan.count()) > 0;
}

/** Prisma's code for a server that cannot be reached. */
const SERVER_UNREACHABLE = 'P1001';

export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === SERVER_UNREACHABLE;
}
