import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { Database } from '#/db/connection.ts';
import { PrismaClient } from './generated/prisma/client.ts';

/** Dependencies of both processes. */
export type Context = { db: Database; now: () => Date };

/** Milliseconds: signing up hashes a password in its transaction, and a crowd of them waits for connections. */
const TRANSACTION_PATIENCE = { maxWait: 10_000, timeout: 20_000 };

/** Connects at the first query. The caller must `$disconnect()` the database. */
export function createContext(databaseUrl: string): Context {
  const adapter = createAdapter(databaseUrl);
  return { db: new PrismaClient({ adapter, transactionOptions: TRANSACTION_PATIENCE }), now: () => new Date() };
}
