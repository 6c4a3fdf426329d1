import type { Bus } from '@ledgergraph/event-bus/bus';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { type AdapterOptions, createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { PrismaClient } from './generated/prisma/client.ts';

/** Connects at the first query. The caller must `$disconnect()`. */
export function connectDatabase(databaseUrl: string, options: AdapterOptions = {}): PrismaClient {
  return new PrismaClient({ adapter: createAdapter(databaseUrl, options) });
}

/** Returns a bus at once and connects in the background. The caller must `close()`. */
export function connectEvents(
  env: { NATS_URL: string; NATS_SUBJECT_PREFIX: string; NATS_PASSWORD: string },
  name: string,
  logger: Logger,
): Bus {
  const login = { user: 'blocks', password: env.NATS_PASSWORD };
  return connectBus({ url: env.NATS_URL, prefix: env.NATS_SUBJECT_PREFIX, name, login, logger });
}
