import { type PoolOptions, SERVING } from '@ledgergraph/service-kit/db/pool-settings';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { Database } from '#/db/connection.ts';
import { PrismaClient } from './generated/prisma/client.ts';

export type Context = { db: Database; now: () => Date };

/** Milliseconds. Requests of the dashboard have less. */
const TRANSACTION_PATIENCE = { maxWait: 10_000, timeout: 20_000 };

/** For looking up keys: short statements that no other work may delay. */
export const KEY_CHECKS: PoolOptions = { ...SERVING, max: 5 };

/** A statement that waits for a row ends well before its request does. */
export const DASHBOARD: PoolOptions = { statementTimeoutMs: 5_000 };

/** Connects at the first query. The caller must `$disconnect()` the database. */
export function createContext(databaseUrl: string, options: PoolOptions = {}): Context {
  const adapter = createAdapter(databaseUrl, options);
  return { db: new PrismaClient({ adapter, transactionOptions: TRANSACTION_PATIENCE }), now: () => new Date() };
}
