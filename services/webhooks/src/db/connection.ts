import type { Prisma, PrismaClient } from '#/generated/prisma/client.ts';

export type Database = PrismaClient;

/** The database, or a transaction on it: enough for a single read or write. */
export type Connection = Prisma.TransactionClient;
