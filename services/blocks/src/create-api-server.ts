import { readFile } from 'node:fs/promises';
import { onlyDatabase, type ReadDatabases } from '@ledgergraph/chain-kit/databases/chain-databases';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { createSubgraph } from '@ledgergraph/chain-kit/graph/create-subgraph';
import { describeAwaits } from '@ledgergraph/graph-kit/awaited-network';
import { PoolService } from '@ledgergraph/proto-schemas/chain/v1/pool';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Registry } from 'prom-client';
import { listAwaited } from '#/db/awaited-networks.ts';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import type { NodeServiceClient } from '#/node-service/connect-node-service.ts';
import { poolService } from '#/pool-service/pool-service.ts';
import { blockStreamService } from '#/stream/block-stream-service.ts';

export interface ApiOptions {
  db: PrismaClient;
  /** Databases that the graph reads. Default: `db` alone. */
  databases?: ReadDatabases;
  /** Database client of the block stream: whole blocks cost several times as much through Prisma. Default: `db`. */
  streamDb?: SqlDatabase;
  secret: string;
  /** Subgraphs that must have applied a block before queries read it, besides this one. */
  subgraphs: readonly string[];
  logger: Logger;
  /** The process that talks to nodes; absent: no transactions are sent. */
  nodes?: NodeServiceClient | undefined;
  /** Metrics registry of the process. */
  registry?: Registry | undefined;
}

/** The server of `api.ts`: block stream and subgraph. It does not listen yet. */
export async function createApiServer(options: ApiOptions) {
  const { db, databases = onlyDatabase(db), streamDb = db, secret, subgraphs, logger, registry, nodes } = options;
  const server = await createInternalServer({
    secret,
    logger,
    ready: async () => {
      // The query succeeds only on a migrated database.
      await db.$queryRawUnsafe('SELECT 1 FROM sync_cursor LIMIT 1');
      const awaited = await listAwaited(db);
      return { ready: true, details: awaited.map(({ name, awaits }) => ({ name, waitsFor: describeAwaits(awaits) })) };
    },
    registry,
    connect: (router) => {
      router.service(BlockStreamService, blockStreamService({ db: streamDb, subgraphs }));
      router.service(PoolService, poolService(db));
    },
  });
  await createSubgraph({
    server,
    typeDefs: await readFile(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers,
    databases,
    secret,
    logger,
    loaders: (context) => createLoaders(context, subgraphs, nodes),
  });
  return server;
}
