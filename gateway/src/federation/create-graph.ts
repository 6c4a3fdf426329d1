import { randomUUID } from 'node:crypto';
import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CostLimit } from '#/cost/limit-cost.ts';
import { readEventFields } from '#/events/event-fields.ts';
import { EventGraph } from '#/events/event-graph.ts';
import { offeredWebhooks } from '#/events/offered-webhooks.ts';
import type { ApolloUse } from '#/execution/apollo/load-apollo.ts';
import { ExecutionCounts } from '#/execution/execution-counts.ts';
import { Executor, type ExecutorOptions } from '#/execution/executor.ts';
import { Planner } from '#/execution/planner.ts';
import { Planning } from '#/execution/planning/planning.ts';
import { PlanningThread } from '#/execution/planning/planning-thread.ts';
import { PreparedOperations } from '#/execution/prepared-operations.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { SubgraphClient } from '#/subgraphs/subgraph-client.ts';
import { type OnFetch, SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { createHooks } from './create-hooks.ts';
import { QueryGraph } from './query-graph.ts';

export interface GraphOptions {
  supergraphSdl: string;
  subgraphs: ReadonlyMap<string, Pick<SubgraphClient, 'post'>>;
  secret: string;
  tips: Pick<TipFollower, 'pinsAfterLoss'>;
  logger?: Logger | undefined;
  counts?: ExecutionCounts;
  onFetch?: OnFetch | undefined;
  /** Absent: unbounded. */
  work?: WorkUnderWay | undefined;
  cost?: CostLimit | undefined;
  /** In the place of our executor or behind it. Absent: it is not loaded. */
  apollo?: ApolloUse | undefined;
}

export interface Graph {
  /** One graph's answer is never another graph's answer. */
  id: string;
  queries: QueryGraph;
  events: EventGraph;
  /** Declared by its teams, as JSON. */
  webhookTypes: string;
  subgraphs: GraphOptions['subgraphs'];
  operations: PreparedOperations;
  apiSchema: GraphQLSchema;
  /** Resolves after its last operation has ended. */
  close: () => Promise<void>;
}

/**
 * Apollo plans, our own executor reads the subgraphs, every answer stands at one block per chain.
 * @throws Error when it is no supergraph
 */
export function createGraph(options: GraphOptions): Graph {
  const { supergraphSdl, subgraphs, tips, counts = new ExecutionCounts() } = options;
  for (const name of subgraphNames(supergraphSdl)) {
    if (!subgraphs.has(name)) throw new Error(`the supergraph has a subgraph without an address: ${name}`);
  }
  const readers = createReaders(options, options.onFetch);
  const planner = new Planner(supergraphSdl);
  const thread = new PlanningThread(supergraphSdl, { logger: options.logger });
  const planning = new Planning(planner, thread, options.apollo !== undefined);
  const { apiSchema } = planner;
  const operations = new PreparedOperations(planning);
  const hooks = createHooks(supergraphSdl, options.cost);
  const executor = new Executor({ operations, readers, tips, counts, ...apolloOf(options, planner, readers) });
  const queries = new QueryGraph({ operations, executor, hooks, work: options.work });
  const events = new EventGraph({ planning, fields: readEventFields(supergraphSdl), readers, hooks });
  const webhookTypes = JSON.stringify(offeredWebhooks(supergraphSdl, apiSchema));
  return {
    id: randomUUID(),
    queries,
    events,
    subgraphs,
    operations,
    apiSchema,
    webhookTypes,
    close: () => thread.close(),
  };
}

type Readers = ReadonlyMap<string, SubgraphReader>;

function createReaders({ subgraphs, secret }: GraphOptions, onFetch?: OnFetch): Readers {
  return new Map(
    Array.from(subgraphs, ([name, client]) => [name, new SubgraphReader({ name, client, secret, onFetch })]),
  );
}

/** Fetches of the shadow are not counted. */
function apolloOf(
  options: GraphOptions,
  planner: Planner,
  readers: Readers,
): Pick<ExecutorOptions, 'apollo' | 'shadow'> {
  if (options.apollo === undefined) return {};
  const { Executor: Apollo, shadow } = options.apollo;
  if (shadow === undefined) return { apollo: new Apollo(planner, readers) };
  return { shadow: shadow.of(new Apollo(planner, createReaders(options))) };
}
