import { type AdapterOptions, createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { PrismaClient } from '#/generated/prisma/client.ts';

/** The caller must `$disconnect()` the database. */
export interface Context {
  db: PrismaClient;
}

export function createContext(databaseUrl: string, options: AdapterOptions = {}): Context {
  return { db: new PrismaClient({ adapter: createAdapter(databaseUrl, options) }) };
}
