import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { Database } from '#/db/connection.ts';
import { PrismaClient } from './generated/prisma/client.ts';

/** Connects at the first query. The caller must `$disconnect()` the database. */
export function createContext(databaseUrl: string): { db: Database } {
  return { db: new PrismaClient({ adapter: createAdapter(databaseUrl) }) };
}
