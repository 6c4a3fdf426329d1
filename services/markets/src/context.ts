import { type AdapterOptions, createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { PrismaClient } from '#/generated/prisma/client.ts';

export interface Context {
  db: PrismaClient;
}

/** Connects at the first query. The caller must `$disconnect()`. */
export function createContext(databaseUrl: string, options: AdapterOptions = {}): Context {
  return { db: new PrismaClient({ adapter: createAdapter(databaseUrl, options) }) };
}
