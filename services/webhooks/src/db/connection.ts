import type { Prisma, PrismaClient } from '#/generated/prisma/client.ts';

export type Database = PrismaClient;

export type Connection = Prisma.TransactionClient;
