import type { Prisma, PrismaClient } from '#/generated/prisma/client.ts';

export type Database = PrismaClient;

/** The database, or a transaction on it: what a single read or write needs. */
export type Connection = Prisma.TransactionClient;
