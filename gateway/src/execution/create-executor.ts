import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { asResultData } from '#/apollo/apollo-internals.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { completeData } from './complete-data.ts';
import type { ExecutionCounts } from './execution-counts.ts';
import type { KnownOperation, ValidOperation } from './known-operation.ts';
import { setOwn } from './merge-answer.ts';
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

/** Request for a valid operation, as its execution needs it. */
export interface ValidRequest extends ValidOperation {
  /** As the client gave them. */
  readonly variables: VariableValues;
  readonly context: GraphContext;
}

/** Executes valid operations: checks their variables, and plans those that are new. */
export function createExecutor(options: ExecutorOptions): (request: ValidRequest) => Promise<ExecutionResult> {
  const { operations, readers, counts } = options;
  counts.plans = operations;
  return (request) => {
    const found = operations.find(request);
    counts[found === undefined ? 'planMisses' : 'planHits'] += 1;
    return inSpanUntilDone('gateway.request', attributesOf(request.operation), async (span) => {
      const invalid = validateVariables(request, operations.schema);
      if (invalid.length > 0) {
        markFailed(span);
        return { errors: invalid };
      }
      const prepared = found ?? operations.prepare(request);
      counts.executed += 1;
      const result = await execute(prepared, request.variables, request.context, readers);
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
}: Pick<ExecutorOptions, 'readers' | 'counts'>): (request: KnownRequest) => Promise<ExecutionResult> {
  return ({ operation, variables, context }) =>
    inSpanUntilDone('gateway.request', attributesOf(operation.operation), async (span) => {
      counts.planHits += 1;
      counts.executed += 1;
      const result = await execute(operation.prepared, variables, context, readers);
      if (result.errors !== undefined) markFailed(span);
      return result;
    });
}

/** True if a known operation can run with these variables. If not, the executor of valid operations words the error. */
export function takesVariables({ operation, takesVariables }: KnownOperation, variables: VariableValues): boolean {
  if (operation.variableDefinitions === undefined || operation.variableDefinitions.length === 0) return true;
  return inSpan('gateway.validate', {}, (span) => {
    const isGood = takesVariables(variables);
    if (!isGood) markFailed(span);
    return isGood;
  });
}

function attributesOf({ operation: type, name }: OperationDefinitionNode): Record<string, string> {
  if (name === undefined) return { 'graphql.operation.type': type };
  return { 'graphql.operation.type': type, operationName: name.value, 'graphql.operation.name': name.value };
}

/** Returns the errors in the variables of a request; none if there are none. */
function validateVariables({ operation, variables }: ValidRequest, schema: GraphQLSchema): readonly GraphQLError[] {
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return [];
  return inSpan('gateway.validate', {}, (span) => {
    const { errors = [] } = getVariableValues(schema, variableDefinitions, variables);
    if (errors.length > 0) markFailed(span);
    return errors;
  });
}

function execute(
  operation: PreparedOperation,
  given: VariableValues,
  context: GraphContext,
  readers: ExecutorOptions['readers'],
): Promise<ExecutionResult> {
  return inSpanUntilDone('gateway.execute', {}, async (span) => {
    const variables = Object.assign(Object.create(null), operation.defaults, given);
    const run: PlanRun = { readers, context, given, variables, errors: [], data: {}, isBegun: false };
    if (operation.plan !== undefined) await runPlan(operation.plan, run);
    const result = inSpan('gateway.postprocessing', {}, () => {
      addIntrospection(operation, run);
      return completeResult(operation, run);
    });
    if (result.errors !== undefined) markFailed(span);
    return result;
  });
}

function addIntrospection({ introspect }: PreparedOperation, { data, given }: PlanRun): void {
  if (introspect === undefined) return;
  for (const [name, value] of Object.entries(introspect(given))) setOwn(data, name, value);
}

/** The result of a run whose fetches are done. */
export function completeResult(
  operation: PreparedOperation,
  { data: input, variables, errors }: PlanRun,
): ExecutionResult {
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
