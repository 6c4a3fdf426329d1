import { randomUUID } from 'node:crypto';
import type { ApolloServer } from '@apollo/server';
import { readWebhookTypes } from '@ledgergraph/graph-kit/webhook-types';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CostLimit } from '#/cost/limit-cost.ts';
import { readEventFields } from '#/events/event-fields.ts';
import { EventGraph } from '#/events/event-graph.ts';
import { createExecutor, createKnownExecutor } from '#/execution/create-executor.ts';
import { ExecutionCounts } from '#/execution/execution-counts.ts';
import { Planner } from '#/execution/planner.ts';
import { PreparedOperations } from '#/execution/prepared-operations.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { SubgraphClient } from '#/subgraphs/subgraph-client.ts';
import { subgraphNames } from '#/subgraphs/subgraph-names.ts';
import { type OnFetch, SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { createApolloServer } from './create-apollo-server.ts';
import { createHooks } from './create-hooks.ts';
import { KnownOperations } from './known-operations.ts';
import { createPinnedGateway, executePinned } from './pinned-gateway.ts';

export interface GraphOptions {
  supergraphSdl: string;
  /** By name in the supergraph. */
  subgraphs: ReadonlyMap<string, Pick<SubgraphClient, 'post'>>;
  secret: string;
  tips: Pick<TipFollower, 'pinsAfterLoss'>;
  logger: Logger;
  /** Document cache of the graph before this one, so that queries which clients send as hashes stay known. */
  knownQueries?: ApolloServer['cache'];
  /** Counts the operations that run. */
  counts?: ExecutionCounts;
  /** Called for each fetch. */
  onFetch?: OnFetch | undefined;
  /** Cost limit of an operation. */
  cost?: CostLimit | undefined;
}

/** A started graph. */
export interface Graph {
  /** Unique to this graph: one graph's answer is never another graph's answer. */
  id: string;
  server: ApolloServer<GraphContext>;
  /** Asked before the server, which answers what it leaves. */
  knownOperations: KnownOperations;
  subgraphs: GraphOptions['subgraphs'];
  operations: PreparedOperations;
  /** The subscriptions of this graph. */
  events: EventGraph;
  /** The types of webhook that its teams declare, as JSON. */
  webhookTypes: string;
  /** Schema that clients see. */
  apiSchema: GraphQLSchema;
}

/**
 * The federated graph, started: Apollo plans, our own sources read, every answer stands at one block per chain.
 * @throws Error when it is no supergraph
 */
export async function createGraph(options: GraphOptions): Promise<Graph> {
  const { logger, counts = new ExecutionCounts() } = options;
  for (const name of subgraphNames(options.supergraphSdl)) {
    if (!options.subgraphs.has(name)) throw new Error(`the supergraph has a subgraph without an address: ${name}`);
  }
  const readers = new Map(
    Array.from(options.subgraphs, ([name, client]) => [
      name,
      new SubgraphReader({ name, client, secret: options.secret, onFetch: options.onFetch }),
    ]),
  );
  const planner = new Planner(options.supergraphSdl);
  const operations = new PreparedOperations(planner);
  const hooks = createHooks(options.supergraphSdl, options.cost);
  const execute = executePinned(createKnownExecutor({ readers, counts }), options.tips, counts);
  const server = createApolloServer({
    gateway: createPinnedGateway(
      planner.apiSchema,
      createExecutor({ operations, readers, counts }),
      options.tips,
      counts,
    ),
    hooks,
    knownQueries: options.knownQueries,
    logger,
  });
  await server.start();
  const knownOperations = new KnownOperations({ operations, execute, hooks });
  const { apiSchema } = planner;
  const events = new EventGraph({ planner, fields: readEventFields(options.supergraphSdl), readers, hooks });
  const webhookTypes = JSON.stringify(readWebhookTypes(options.supergraphSdl));
  return {
    id: randomUUID(),
    server,
    knownOperations,
    subgraphs: options.subgraphs,
    operations,
    apiSchema,
    events,
    webhookTypes,
  };
}
