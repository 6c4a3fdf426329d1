import { inSpan, inSyncSpan, markFailed } from '@ledgergraph/service-kit/tracing/spans';
import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { withVisibleFaults } from '#/errors/value-faults.ts';
import { type ExecutionResult, endRead, type GraphContext, startRead } from '#/operation/graph-context.ts';
import { timed } from '#/operation/planning-account.ts';
import { readVariables } from '#/operation/read-variables.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { completeResult } from './complete-data.ts';
import type { ExecutionCounts } from './execution-counts.ts';
import type { Introspect } from './introspection.ts';
import type { KnownOperation, ValidOperation } from './known-operation.ts';
import { setOwn } from './merge-answer.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import type { VariableValues } from './response-shape.ts';
import { type PlanRun, runPlan } from './run-plan.ts';
import type { Runner, Shadow, ValidRequest } from './valid-request.ts';

export interface ExecutorOptions {
  operations: PreparedOperations;
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;
  tips: Pick<TipFollower, 'pinsAfterLoss'>;
  counts: ExecutionCounts;
  apollo?: Runner | undefined;
  shadow?: Shadow | undefined;
}

/**
 * Checks variables, plans new operations, and reads the subgraphs. Its spans have the names of Apollo's executor, so dashboards need not
 * know who executes.
 */
export class Executor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    options.counts.plans = options.operations;
  }

  /**
   * If a subgraph lost a pin, the answer may mix two states of the chain: it is dropped and the operation runs once more at new pins. A
   * second loss, or a chain without a pin, is for the client to repeat.
   */
  async execute(request: ValidRequest): Promise<ExecutionResult> {
    const { tips, counts } = this.#options;
    const { context } = request;
    const first = await this.#run(request);
    if (context.read.lost.size === 0) return first;
    counts.pinLosses.repeated += 1;
    context.logger.info('a pin was lost; the operation runs again');
    const lost = [...context.read.lost];
    const pins = await tips.pinsAfterLoss(context.environment, lost);
    // Without a pin each subgraph would read at a block of its own.
    if (lost.every(({ chainId }) => pins.some((pin) => pin.chainId === chainId))) {
      context.read = startRead(pins);
      const second = await this.#run(request);
      if (context.read.lost.size === 0) return second;
    }
    counts.pinLosses.refused += 1;
    return { data: null, errors: [reorganizing()] };
  }

  #run(request: ValidRequest): Promise<ExecutionResult> {
    const { operations, counts, shadow } = this.#options;
    const { operation, known, variables, context } = request;
    return inSpan('gateway.request', attributesOf(operation.operation), async (span) => {
      counts[known === undefined ? 'planMisses' : 'planHits'] += 1;
      const invalid = validateVariables(operation, known, variables, operations.schema);
      if (invalid.length > 0) {
        markFailed(span);
        return { errors: invalid };
      }
      // A run that lost a pin has planned it already.
      const { prepared } =
        known ?? operations.find(operation) ?? (await operations.prepare(operation, context.planning));
      counts.executed += 1;
      const { read } = context;
      const result = await this.#runPrepared(request, prepared).finally(() => endRead(read));
      if (result.errors !== undefined) markFailed(span);
      if (read.lost.size > 0) return result;
      const answer = visible(result, context);
      shadow?.offer(request, prepared, answer);
      return answer;
    });
  }

  #runPrepared(request: ValidRequest, prepared: PreparedOperation): Promise<ExecutionResult> {
    const { readers, apollo } = this.#options;
    // graphql-js answers introspection either way; ours keeps the answers.
    if (apollo !== undefined && prepared.introspect === undefined) return apollo.run(request, prepared);
    return runPrepared(prepared, request.variables, request.context, readers);
  }
}

function attributesOf({ operation: type, name }: OperationDefinitionNode): Record<string, string> {
  if (name === undefined) return { 'graphql.operation.type': type };
  return { 'graphql.operation.type': type, operationName: name.value, 'graphql.operation.name': name.value };
}

function validateVariables(
  { operation: { variableDefinitions = [] } }: ValidOperation,
  known: KnownOperation | undefined,
  variables: VariableValues,
  schema: GraphQLSchema,
): readonly GraphQLError[] {
  if (variableDefinitions.length === 0) return [];
  return inSyncSpan('gateway.validate', {}, (span) => {
    if (known?.takesVariables(variables) === true) return [];
    const { errors = [] } = readVariables(schema, variableDefinitions, variables);
    if (errors.length > 0) markFailed(span);
    return errors;
  });
}

function runPrepared(
  operation: PreparedOperation,
  given: VariableValues,
  context: GraphContext,
  readers: ExecutorOptions['readers'],
): Promise<ExecutionResult> {
  return inSpan('gateway.execute', {}, async (span) => {
    const variables = Object.assign(Object.create(null), operation.defaults, given);
    const run: PlanRun = { readers, context, given, variables, errors: [], data: {}, isBegun: false };
    if (operation.plan !== undefined) await runPlan(operation.plan, run);
    const result = inSyncSpan('gateway.postprocessing', {}, () => {
      if (operation.introspect !== undefined) addIntrospection(operation.introspect, run);
      return completeResult(operation, run);
    });
    if (result.errors !== undefined) markFailed(span);
    return result;
  });
}

function addIntrospection(introspect: Introspect, { data, given, context }: PlanRun): void {
  // A kept answer is no work.
  const account = introspect.isKnown(given) ? undefined : context.planning;
  const answer = timed(account, () => introspect(given));
  for (const [name, value] of Object.entries(answer)) setOwn(data, name, value);
}

function visible(result: ExecutionResult, context: GraphContext): ExecutionResult {
  return withVisibleFaults([result], context)[0] ?? result;
}

function reorganizing(): GraphQLError {
  const http = { status: 503, headers: new Map([['retry-after', '1']]) };
  return new GraphQLError('The chain is being reorganised at this moment. Please repeat the request.', {
    extensions: { code: 'CHAIN_REORGANIZED', http },
  });
}
