import type { PoolOptions } from '@ledgergraph/service-kit/db/pool-settings';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { Database } from '#/db/connection.ts';
import { PrismaClient } from './generated/prisma/client.ts';

/** Milliseconds: events that are not stored in time are read and requested again. */
const TRANSACTION_PATIENCE = { maxWait: 10_000, timeout: 20_000 };

export function createContext(databaseUrl: string, options: PoolOptions = {}): { db: Database } {
  const adapter = createAdapter(databaseUrl, options);
  return { db: new PrismaClient({ adapter, transactionOptions: TRANSACTION_PATIENCE }) };
}
