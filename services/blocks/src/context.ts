import { type AdapterOptions, createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { PrismaClient } from './generated/prisma/client.ts';

/** The caller must `$disconnect()`. */
export function connectDatabase(databaseUrl: string, options: AdapterOptions = {}): PrismaClient {
  return new PrismaClient({ adapter: createAdapter(databaseUrl, options) });
}
