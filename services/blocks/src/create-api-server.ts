import { readFile } from 'node:fs/promises';
import { anyAnswers } from '@ledgergraph/chain-kit/databases/any-answers';
import { onlyPrimaries, type ReadDatabases } from '@ledgergraph/chain-kit/databases/chain-databases';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { createSubgraph } from '@ledgergraph/chain-kit/graph/create-subgraph';
import { describeAwaits } from '@ledgergraph/graph-kit/awaited-network';
import { PoolService } from '@ledgergraph/proto-schemas/chain/v1/pool';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Registry } from 'prom-client';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import { poolService } from '#/pool/pool-service.ts';
import { blockStreamService } from '#/stream/block-stream-service.ts';
import { NetworkLists } from '#/tips/network-lists.ts';

export interface ApiOptions {
  primaries: ByChain<SqlDatabase>;
  databases?: ReadDatabases;
  /** Whole blocks cost less as copied rows. Default: `primaries`. */
  streams?: ByChain<SqlDatabase>;
  secret: string;
  /** Other subgraphs that must have applied a block before queries read it. */
  subgraphs: readonly string[];
  logger: Logger;
  /** Absent: no transactions are sent. */
  nodes?: NodeServiceClient | undefined;
  registry?: Registry | undefined;
  drainMs?: number;
}

export async function createApiServer(options: ApiOptions) {
  const { primaries, databases = onlyPrimaries(primaries), streams = primaries, secret, subgraphs, logger } = options;
  const { registry, nodes, drainMs = 0 } = options;
  const networkLists = new NetworkLists(primaries);
  const server = await createInternalServer({
    secret,
    logger,
    ready: async () => {
      await anyAnswers(onlyPrimaries(primaries));
      const { awaited, away } = await networkLists.list();
      const details = awaited.map(({ name, awaits }) => ({ name, waitsFor: describeAwaits(awaits) }));
      return { ready: true, details: [...details, ...away.map(({ name }) => ({ name, waitsFor: 'its database' }))] };
    },
    registry,
    drainMs,
    connect: (router) => {
      router.service(BlockStreamService, blockStreamService({ databases: streams, subgraphs }));
      router.service(PoolService, poolService(primaries));
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
