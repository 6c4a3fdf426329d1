import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { describeAwaits } from '@ledgergraph/graph-kit/awaited-network';
import { openByChain } from '@ledgergraph/service-kit/db/database-map';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { openMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { measureBus } from '@ledgergraph/service-kit/metrics/bus-metrics';
import { runProcess } from '@ledgergraph/service-kit/process';
import type { Registry } from 'prom-client';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import { databaseMap, type IndexerEnv } from '#/env.ts';
import type { BlockHandler } from './block-handler.ts';
import { IndexerMetrics } from './indexer-metrics.ts';
import { runIndexer } from './run-indexer.ts';

export interface IndexerProcess<Tx extends SqlExecutor> {
  /** Name of the subgraph, as SyncState shows it. */
  consumer: string;
  env: IndexerEnv;
  /** Makes a client of a database, which connects at its first statement. */
  connect: (url: string) => SqlClient<Tx> & { $disconnect(): Promise<void> };
  handler: BlockHandler<Tx>;
  /** Adds metrics of its own, where the process is measured. */
  measure?: (registry: Registry) => void;
}

/** The whole `indexer.ts` of a service that consumes the block stream: rows follow the chain, and the process reports its health. */
export async function runIndexerProcess<Tx extends SqlExecutor>(options: IndexerProcess<Tx>): Promise<void> {
  const { consumer, env, handler } = options;
  const name = `${consumer}-indexer`;
  const logger = createLogger(name, env.LOG_LEVEL);
  await runProcess(name, logger, async (onStop) => {
    const databases = openByChain(databaseMap(env), ({ url }) => options.connect(url));
    for (const db of databases.list()) onStop(() => db.$disconnect());
    const login = { user: consumer, password: env.NATS_PASSWORD };
    const bus = connectBus({ url: env.NATS_URL, prefix: env.NATS_SUBJECT_PREFIX, name, login, logger });
    onStop(() => bus.close());
    const registry = await openMetrics(name, env, onStop);
    measureBus(registry, bus);
    if (registry !== undefined) options.measure?.(registry);
    const secret = env.INTERNAL_SECRET;
    const indexer = await runIndexer({
      consumer,
      blocksUrl: env.BLOCKS_URL,
      secret,
      databases,
      bus,
      logger,
      handler,
      batchBlocks: env.BATCH_BLOCKS,
      ...(registry !== undefined && { observer: new IndexerMetrics(registry) }),
    });
    onStop(() => indexer.stop());
    const server = await createInternalServer({
      secret,
      logger,
      registry,
      ready: async () => {
        const chains = indexer.status();
        const isGoing = chains.every(({ failingSince, missing }) => failingSince === null && missing === null);
        // A chain that still waits does not end readiness. An indexer without a chain has not reached blocks yet, or no chain exists.
        const awaited = indexer.awaited().map(({ name, awaits }) => ({ name, waitsFor: describeAwaits(awaits) }));
        return { ready: chains.length > 0 && isGoing, details: [...chains, ...awaited] };
      },
    });
    onStop(() => server.close());
    await server.listen({ host: env.HOST, port: env.PORT });
  });
}
