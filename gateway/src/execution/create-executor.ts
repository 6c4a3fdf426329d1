import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { coded } from '#/errors/format-error.ts';
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
export interface ValidRequest {
  readonly operation: ValidOperation;
  /** The same with its plan, where it was planned before. */
  readonly known: KnownOperation | undefined;
  /** As the client gave them. */
  readonly variables: VariableValues;
  readonly context: GraphContext;
}

/** Executes valid operations: checks their variables, and plans those that are new. */
export function createExecutor(options: ExecutorOptions): (request: ValidRequest) => Promise<ExecutionResult> {
  const { operations, readers, counts } = options;
  counts.plans = operations;
  return ({ operation, known, variables, context }) =>
    inSpanUntilDone('gateway.request', attributesOf(operation.operation), async (span) => {
      counts[known === undefined ? 'planMisses' : 'planHits'] += 1;
      const invalid = validateVariables(operation, known, variables, operations.schema);
      if (invalid.length > 0) {
        markFailed(span);
        return { errors: invalid };
      }
      // A run that lost a pin has planned it already.
      const { prepared } = known ?? operations.find(operation) ?? operations.prepare(operation);
      counts.executed += 1;
      const result = await execute(prepared, variables, context, readers);
      if (result.errors !== undefined) markFailed(span);
      return result;
    });
}

function attributesOf({ operation: type, name }: OperationDefinitionNode): Record<string, string> {
  if (name === undefined) return { 'graphql.operation.type': type };
  return { 'graphql.operation.type': type, operationName: name.value, 'graphql.operation.name': name.value };
}

/** Returns the errors in the variables of a request; none if there are none. */
function validateVariables(
  { operation: { variableDefinitions = [] } }: ValidOperation,
  known: KnownOperation | undefined,
  variables: VariableValues,
  schema: GraphQLSchema,
): readonly GraphQLError[] {
  if (variableDefinitions.length === 0) return [];
  return inSpan('gateway.validate', {}, (span) => {
    if (known?.takesVariables(variables) === true) return [];
    const { errors = [] } = getVariableValues(schema, variableDefinitions, variables);
    if (errors.length > 0) markFailed(span);
    return errors.map((error) => coded(error, 'BAD_USER_INPUT'));
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
  const fetchErrors = errors as GraphQLError[];
  // Validation lets an explicit null through: then there is no answer, whether or not an object depends on it.
  const isDecided = conditions.every((name) => typeof variables[name] === 'boolean');
  const json = isDecided ? writeData(shape, input, variables) : undefined;
  if (json !== undefined) {
    // Selections of another type's fragment may have been fetched for the plan's own needs: they are not in the
    // answer.
    const tree = operation.hasChoices ? undefined : input;
    // Nothing between here and the writer of the response reads it.
    const data = new RenderedData(json, tree) as object as Record<string, unknown>;
    return fetchErrors.length === 0 ? { data } : { errors: fetchErrors, data };
  }
  try {
    const { data, faults } = completeData(shape, input, variables, apiSchema);
    if (fetchErrors.length > 0) return { errors: fetchErrors, data };
    return faults.length === 0 ? { data } : { extensions: { valueCompletion: faults }, data };
  } catch (error) {
    return { errors: [new GraphQLError((error as Error).message, { originalError: error as Error })] };
  }
}
