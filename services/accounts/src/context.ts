import { type AdapterOptions, createAdapter, SERVING } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { Database } from '#/db/connection.ts';
import { PrismaClient } from './generated/prisma/client.ts';

/** Dependencies of both processes. */
export type Context = { db: Database; now: () => Date };

/** Milliseconds: signing up hashes a password in its transaction, and a crowd of them waits for connections. */
const TRANSACTION_PATIENCE = { maxWait: 10_000, timeout: 20_000 };

/** Options of the connections that look up keys: short statements, which no other work may keep waiting. */
export const KEY_CHECKS: AdapterOptions = { ...SERVING, max: 5 };

/** Connects at the first query. The caller must `$disconnect()` the database. */
export function createContext(databaseUrl: string, options: AdapterOptions = {}): Context {
  const adapter = createAdapter(databaseUrl, options);
  return { db: new PrismaClient({ adapter, transactionOptions: TRANSACTION_PATIENCE }), now: () => new Date() };
}
