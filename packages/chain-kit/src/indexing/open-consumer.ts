import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { describeAwaits } from '@ledgergraph/graph-kit/awaited-network';
import { openByChain } from '@ledgergraph/service-kit/db/database-map';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { measureBus } from '@ledgergraph/service-kit/metrics/bus-metrics';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import type { Registry } from 'prom-client';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { openWriter } from '#/db/sql-writer.ts';
import { databaseMap, type IndexerEnv } from '#/env.ts';
import type { BlockHandler } from './block-handler.ts';
import { IndexerMetrics } from './indexer-metrics.ts';
import { runIndexer } from './run-indexer.ts';

export interface Consumer {
  /** As SyncState shows it. */
  name: string;
  createHandler: (registry?: Registry) => BlockHandler<SqlExecutor>;
}

export async function openConsumer(
  { name: consumer, createHandler }: Consumer,
  env: IndexerEnv,
  context: RoleContext,
): Promise<void> {
  const { name, logger, registry, pools, onStop } = context;
  const databases = openByChain(databaseMap(env), ({ url }) => openWriter(url, { pools }));
  for (const db of databases.list()) onStop(() => db.$disconnect());
  const login = { user: consumer, password: env.NATS_PASSWORD };
  const bus = connectBus({ url: env.NATS_URL, prefix: env.NATS_SUBJECT_PREFIX, name, login, logger });
  onStop(() => bus.close());
  measureBus(registry, bus);
  const secret = env.INTERNAL_SECRET;
  const indexer = await runIndexer({
    consumer,
    blocksUrl: env.BLOCKS_URL,
    secret,
    databases,
    bus,
    logger,
    handler: createHandler(registry),
    batchBlocks: env.BATCH_BLOCKS,
    ...(registry !== undefined && { observer: new IndexerMetrics(registry) }),
  });
  onStop(() => indexer.stop());
  const server = await createInternalServer({
    secret,
    logger,
    registry,
    drainMs: env.DRAIN_MS,
    ready: async () => {
      const chains = indexer.status();
      const isGoing = chains.every(({ failingSince, missing }) => failingSince === null && missing === null);
      // A waiting chain does not end readiness. Without a chain, blocks was not reached yet, or no chain exists.
      const awaited = indexer.awaited().map(({ name, awaits }) => ({ name, waitsFor: describeAwaits(awaits) }));
      return { ready: chains.length > 0 && isGoing, details: [...chains, ...awaited] };
    },
  });
  await listenAsRole(server, env, context);
}
