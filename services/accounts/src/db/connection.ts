import type { Prisma, PrismaClient } from '#/generated/prisma/client.ts';

export type Database = PrismaClient;

export type Connection = Prisma.TransactionClient;

/** Throws when the migrated database does not answer. */
export async function isDatabaseReady(db: Connection): Promise<boolean> {
  return (await db.plan.count()) > 0;
}
