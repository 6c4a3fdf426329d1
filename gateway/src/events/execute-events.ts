import { GraphQLError } from 'graphql';
import { ERRORS_MAX } from '#/errors/client-errors.ts';
import { withVisibleFaults } from '#/errors/value-faults.ts';
import { completeResult } from '#/execution/complete-data.ts';
import type { VariableValues } from '#/execution/response-shape.ts';
import { type PlanRun, runPlan } from '#/execution/run-plan.ts';
import { RenderedData } from '#/execution/write-data.ts';
import { WritingTurns } from '#/execution/writing-turns.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import type { MadeEvent } from './event-fields.ts';
import type { PreparedSubscription } from './prepare-subscription.ts';

/** For events that are answered together: an entity that was read once may stand in each of them. */
const WRITTEN_MAX = 2 * 1024 * 1024;

/**
 * One fetch for each step of the plan, whatever the number of events. References name the height, so each object is read as of its
 * event's block.
 * @returns results in order, up to the length that is allowed; void if the context's read has lost a pin
 */
export async function executeEvents(
  subscription: PreparedSubscription,
  events: readonly MadeEvent[],
  given: VariableValues,
  context: GraphContext,
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>,
): Promise<ExecutionResult[]> {
  const variables = Object.assign(Object.create(null), subscription.defaults, given);
  const { name, read } = subscription.own;
  const values = events.map(({ value }) => read(value, variables));
  const run: PlanRun = {
    readers,
    context,
    given,
    variables,
    errors: [],
    // An event without its errors would look as if its data did not exist.
    isBatch: true,
    data: { [name]: values },
    isBegun: true,
  };
  if (subscription.plan !== undefined) await runPlan(subscription.plan, run);
  const results: ExecutionResult[] = [];
  const turns = new WritingTurns();
  let written = 0;
  for (const index of values.keys()) {
    if (written > WRITTEN_MAX) break;
    const result = completeResult(subscription, {
      ...run,
      data: { [name]: (run.data[name] as unknown[])[index] },
      errors: run.errors.flatMap((error) => errorOf(error, index)).slice(0, ERRORS_MAX),
    });
    results.push(result);
    if (result.data instanceof RenderedData) written += result.data.json.length;
    // A result that breaks the schema is no text yet, and was much work.
    const turn = turns.note(result.data instanceof RenderedData ? result.data.json.length : Number.POSITIVE_INFINITY);
    if (turn !== undefined) await turn;
  }
  // A read that lost a pin may mix two states: no subgraph's fault.
  return context.read.lost.size > 0 ? results : withVisibleFaults(results, context);
}

/** Undefined: it concerns another event. */
function errorOf(error: GraphQLError | Error, index: number): (GraphQLError | Error)[] {
  if (!(error instanceof GraphQLError) || typeof error.path?.[1] !== 'number') return [error];
  const { message, path, extensions } = error;
  const [root = '', place, ...below] = path;
  return place === index ? [new GraphQLError(message, { path: [root, ...below], extensions })] : [];
}
