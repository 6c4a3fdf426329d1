import type { GatewayExecutor, GatewayGraphQLRequestContext } from '@apollo/server-gateway-interface';
import { GraphQLError, getVariableValues } from 'graphql';
import { asResultData } from '#/apollo/apollo-internals.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { completeData } from './complete-data.ts';
import type { ExecutionCounts } from './execution-counts.ts';
import type { KnownOperation } from './known-operation.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import type { VariableValues } from './response-shape.ts';
import { type PlanRun, runPlan } from './run-plan.ts';
import { inSpan, inSpanUntilDone, markFailed } from './spans.ts';
import { RenderedData, writeData } from './write-data.ts';

export interface ExecutorOptions {
  operations: PreparedOperations;
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;
  counts: ExecutionCounts;
}

type Result = Awaited<ReturnType<GatewayExecutor>>;

/** Executes what Apollo has planned. What it does not cover it leaves to Apollo's own executor, and counts it. */
export function createExecutor(stock: GatewayExecutor, options: ExecutorOptions): GatewayExecutor {
  const { operations, readers, counts } = options;
  counts.plans = operations;

  const find = (request: GatewayGraphQLRequestContext) => {
    const operation = operations.find(request);
    if (operation === undefined) counts.planMisses += 1;
    else counts.planHits += 1;
    return operation;
  };

  const leave = (request: GatewayGraphQLRequestContext, reason: string): Promise<Result> => {
    counts.countStock(reason);
    return stock(request);
  };

  return async (request) => {
    const operation = find(request);
    // Apollo's executor opens its own spans.
    if (operation?.kind === 'stock') return leave(request, operation.reason);
    return inSpanUntilDone('gateway.request', attributesOf(request), async (span) => {
      const invalid = validateVariables(request);
      if (invalid.length > 0) {
        markFailed(span);
        return { errors: invalid };
      }
      const ready = operation ?? operations.prepare(request);
      if (ready.kind === 'stock') return leave(request, ready.reason);
      counts.countOwn();
      const result = await execute(ready, request.request.variables ?? {}, request.context as GraphContext, readers);
      if (result.errors !== undefined) markFailed(span);
      return result;
    });
  };
}

/** Request for a known operation, as its execution needs it. */
export interface KnownRequest {
  readonly operation: KnownOperation;
  /** As the client gave them. */
  readonly variables: VariableValues;
  readonly context: GraphContext;
}

/** Executes known operations whose variables are valid. */
export function createKnownExecutor({
  readers,
  counts,
}: Pick<ExecutorOptions, 'readers' | 'counts'>): (request: KnownRequest) => Promise<Result> {
  return ({ operation, variables, context }) =>
    inSpanUntilDone('gateway.request', attributesOf(operation), async (span) => {
      counts.planHits += 1;
      counts.countOwn();
      const result = await execute(operation.prepared, variables, context, readers);
      if (result.errors !== undefined) markFailed(span);
      return result;
    });
}

/** True if a known operation can run with these variables. If not, `createExecutor` words the error. */
export function takesVariables({ operation, takesVariables }: KnownOperation, variables: VariableValues): boolean {
  if (operation.variableDefinitions === undefined || operation.variableDefinitions.length === 0) return true;
  return inSpan('gateway.validate', {}, (span) => {
    const isGood = takesVariables(variables);
    if (!isGood) markFailed(span);
    return isGood;
  });
}

function attributesOf({
  operationName,
  operation,
}: Pick<GatewayGraphQLRequestContext, 'operation' | 'operationName'>): Record<string, string> {
  const type = operation.operation;
  if (operationName === null) return { 'graphql.operation.type': type };
  return { 'graphql.operation.type': type, operationName, 'graphql.operation.name': operationName };
}

/** Returns the errors in the variables of a request; none if there are none. */
function validateVariables({
  operation,
  schema,
  request,
}: Pick<GatewayGraphQLRequestContext, 'operation' | 'schema' | 'request'>): readonly GraphQLError[] {
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return [];
  return inSpan('gateway.validate', {}, (span) => {
    const { errors = [] } = getVariableValues(schema, variableDefinitions, request.variables ?? {});
    if (errors.length > 0) markFailed(span);
    return errors;
  });
}

function execute(
  operation: PreparedOperation,
  given: VariableValues,
  context: GraphContext,
  readers: ExecutorOptions['readers'],
): Promise<Result> {
  return inSpanUntilDone('gateway.execute', {}, async (span) => {
    const variables = Object.assign(Object.create(null), operation.defaults, given);
    const run: PlanRun = { readers, context, given, variables, errors: [], data: {}, isBegun: false };
    if (operation.plan !== undefined) await runPlan(operation.plan, run);
    const result = inSpan('gateway.postprocessing', {}, () => completeResult(operation, run));
    if (result.errors !== undefined) markFailed(span);
    return result;
  });
}

/** The result of a run whose fetches are done. */
export function completeResult(operation: PreparedOperation, { data: input, variables, errors }: PlanRun): Result {
  const { shape, conditions, apiSchema } = operation;
  const told = errors as GraphQLError[];
  // Validation lets an explicit null through: then there is no answer, whether or not an object depends on it.
  const isDecided = conditions.every((name) => typeof variables[name] === 'boolean');
  const json = isDecided ? writeData(shape, input, variables) : undefined;
  if (json !== undefined) {
    // Selections of another type's fragment may have been fetched for the plan's own needs: they are not in the
    // answer.
    const tree = operation.hasChoices ? undefined : input;
    const data = asResultData(new RenderedData(json, tree));
    return told.length === 0 ? { data } : { errors: told, data };
  }
  try {
    const { data, faults } = completeData(shape, input, variables, apiSchema);
    if (told.length > 0) return { errors: told, data };
    return faults.length === 0 ? { data } : { extensions: { valueCompletion: faults }, data };
  } catch (error) {
    return { errors: [new GraphQLError((error as Error).message, { originalError: error as Error })] };
  }
}
