import { Prisma } from '#/generated/prisma/client.ts';

/** Prisma's code for a server that cannot be reached. */
const SERVER_UNREACHABLE = 'P1001';

/** True for the error of a query that found no database server. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === SERVER_UNREACHABLE;
}
