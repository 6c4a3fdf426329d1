import type { ApolloGateway } from '@apollo/gateway';
import type { GatewayExecutor, GatewayGraphQLRequestContext } from '@apollo/server-gateway-interface';
import { GraphQLError, getVariableValues } from 'graphql';
import type { GraphContext } from '#/federation/graph-context.ts';
import type { SubgraphReader } from '#/federation/subgraph-reader.ts';
import { completeData } from './complete-data.ts';
import type { ExecutionCounts } from './execution-counts.ts';
import { OperationCache, type OperationCacheLimits } from './operation-cache.ts';
import { type LeftToStock, type PreparedOperation, plannerOf, prepareOperation } from './prepare-operation.ts';
import { RenderedData } from './rendered-data.ts';
import { type PlanRun, runPlan } from './run-plan.ts';
import { inSpan, inSpanUntilDone, markFailed } from './spans.ts';
import { writeData } from './write-data.ts';

const CACHE_LIMITS: OperationCacheLimits = { entries: 4_000, bytes: 32 * 1024 * 1024 };

export interface ExecutorOptions {
  /** Plans, holds the schema, and executes what we do not. */
  gateway: ApolloGateway;
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;
  counts: ExecutionCounts;
  cacheLimits?: OperationCacheLimits;
}

type Result = Awaited<ReturnType<GatewayExecutor>>;

/** Executes what Apollo has planned. What it does not cover it leaves to Apollo's own executor, and counts it. */
export function createExecutor(stock: GatewayExecutor, options: ExecutorOptions): GatewayExecutor {
  const { gateway, readers, counts, cacheLimits = CACHE_LIMITS } = options;
  const prepared = new OperationCache<PreparedOperation | LeftToStock>(cacheLimits);
  counts.plans = prepared;
  gateway.onSchemaLoadOrUpdate(() => prepared.clear());

  const find = (request: GatewayGraphQLRequestContext) => {
    const operation = prepared.find(keyOf(request));
    if (operation === undefined) counts.planMisses += 1;
    else counts.planHits += 1;
    return operation;
  };
  const prepare = (request: GatewayGraphQLRequestContext) => {
    const fresh = prepareOperation(plannerOf(gateway), request);
    prepared.keep(keyOf(request), fresh.operation, fresh.bytes);
    return fresh.operation;
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
      const ready = operation ?? prepare(request);
      if (ready.kind === 'stock') return leave(request, ready.reason);
      counts.countOwn();
      const result = await execute(ready, request, readers);
      if (result.errors !== undefined) markFailed(span);
      return result;
    });
  };
}

function keyOf({ queryHash, request }: GatewayGraphQLRequestContext): string {
  return request.operationName ? `${queryHash} ${request.operationName}` : queryHash;
}

function attributesOf({ operationName, operation }: GatewayGraphQLRequestContext): Record<string, string> {
  return {
    'graphql.operation.type': operation.operation,
    ...(operationName !== null && { operationName, 'graphql.operation.name': operationName }),
  };
}

function validateVariables({ operation, schema, request }: GatewayGraphQLRequestContext): readonly GraphQLError[] {
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
  { request, context }: GatewayGraphQLRequestContext,
  readers: ExecutorOptions['readers'],
): Promise<Result> {
  return inSpanUntilDone('gateway.execute', {}, async (span) => {
    const given = request.variables ?? {};
    const variables = Object.assign(Object.create(null), operation.defaults, given);
    const run: PlanRun = { readers, context: context as GraphContext, given, variables, errors: [], data: {} };
    if (operation.plan !== undefined) await runPlan(operation.plan, run);
    const result = inSpan('gateway.postprocessing', {}, () => complete(operation, run));
    if (result.errors !== undefined) markFailed(span);
    return result;
  });
}

function complete({ shape, apiSchema }: PreparedOperation, { data: input, variables, errors }: PlanRun): Result {
  const told = errors as GraphQLError[];
  const json = writeData(shape, input, variables);
  if (json !== undefined) {
    const data = new RenderedData(json) as unknown as Record<string, unknown>;
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
