import { executeSync, GraphQLError } from 'graphql';
import { completeResult } from '#/execution/create-executor.ts';
import type { VariableValues } from '#/execution/response-shape.ts';
import { type PlanRun, runPlan } from '#/execution/run-plan.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { EVENT_LIST_SCHEMA, type LiveEvent } from './event-schema.ts';
import type { PreparedSubscription } from './prepare-subscription.ts';

/**
 * Answers a subscription's selection for several events: one fetch for each step of the plan, whatever the number of events.
 * Every object is read as of its event's block, because references name that height.
 * @returns a result for each event, in their order; worth nothing if the context's read has lost a pin
 */
export async function executeEvents(
  subscription: PreparedSubscription,
  events: readonly LiveEvent[],
  given: VariableValues,
  context: GraphContext,
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>,
): Promise<ExecutionResult[]> {
  const variables = Object.assign(Object.create(null), subscription.defaults, given);
  const { name, values } = readOwnParts(subscription, events, given);
  const run: PlanRun = {
    readers,
    context,
    given,
    variables,
    errors: [],
    data: { [name]: values },
    isBegun: true,
  };
  if (subscription.plan !== undefined) await runPlan(subscription.plan, run);
  return values.map((_, index) =>
    completeResult(subscription, {
      ...run,
      data: { [name]: (run.data[name] as unknown[])[index] },
      errors: run.errors.flatMap((error) => errorOf(error, index)),
    }),
  );
}

/** The members that need no subgraph, of all events at once, and the name under which the client wants the event. */
function readOwnParts(
  { primary }: PreparedSubscription,
  events: readonly LiveEvent[],
  variableValues: VariableValues,
): { name: string; values: unknown[] } {
  const list = events.map(({ value }) => value);
  const { data, errors } = executeSync({
    schema: EVENT_LIST_SCHEMA,
    document: primary,
    rootValue: {
      chainEvents: list,
      addressActivity: list,
      identityChanges: list,
      currencyChanges: list,
      pendingChanges: list,
    },
    variableValues: variableValues as Record<string, unknown>,
  });
  if (errors !== undefined || data == null) throw errors?.[0] ?? new Error('events without data');
  const [[name, values] = ['', []]] = Object.entries(data as Record<string, unknown[]>);
  return { name, values: values.map(toPlain) };
}

/** Objects of graphql-js have no prototype, which the rest does not expect. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  const plain: Record<string, unknown> = {};
  for (const name in value) plain[name] = toPlain((value as Record<string, unknown>)[name]);
  return plain;
}

/** The error at its place in one event, if it concerns that event. */
function errorOf(error: GraphQLError | Error, index: number): (GraphQLError | Error)[] {
  if (!(error instanceof GraphQLError) || typeof error.path?.[1] !== 'number') return [error];
  const { message, path, extensions } = error;
  const [root = '', place, ...below] = path;
  return place === index ? [new GraphQLError(message, { path: [root, ...below], extensions })] : [];
}
