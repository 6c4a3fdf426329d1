import type { Schema } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import { inSpan } from '@ledgergraph/service-kit/tracing/spans';
import { type PlanningAccount, timed } from '#/operation/planning-account.ts';
import { CompileEffort } from './compile-effort.ts';
import { compilePlan } from './compile-plan.ts';
import { compileShape } from './compile-shape.ts';
import { divideOperation, type Introspect } from './introspection.ts';
import type { PlanStep } from './plan-steps.ts';
import type { Planner } from './planner.ts';
import type { PlannedText, Planning } from './planning/planning.ts';
import type { CompositeShape } from './response-shape.ts';

/** An operation, ready to run as often as it is asked. */
export interface PreparedOperation {
  /** Undefined when nothing has to be fetched. */
  readonly plan: PlanStep | undefined;
  /** Undefined when nothing of the schema is asked for. */
  readonly introspect: Introspect | undefined;
  readonly shape: CompositeShape;
  /** True if an object's type decides which of its fields are in the answer. */
  readonly hasChoices: boolean;
  /** Variables that decide conditions of the operation. */
  readonly conditions: readonly string[];
  /** Values of variables that the client does not give. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly apiSchema: Schema;
  /** The plan as it was made; undefined where nothing but our executor runs it. */
  readonly plannedByApollo?: QueryPlan | undefined;
}

export interface Prepared {
  readonly operation: PreparedOperation;
  /** Estimate of its size in memory. */
  readonly bytes: number;
}

// Six hundred operations of the test's kind took 10.4 kB of heap each, with 1,055 characters of text and plan.
const BYTES_OF_ANY = 1_024;
const BYTES_PER_CHARACTER = 9;
// Six hundred plans that were kept as they were made took 4.5 kB of heap each, with 791 characters.
const BYTES_PER_KEPT_CHARACTER = 6;
// An object of seven members and two short texts.
const BYTES_PER_CHOICE_FIELD = 160;

/** Plans an operation and compiles what is the same for every request of it. @throws GraphQLError where there is no plan */
export async function prepareOperation(
  planning: Planning,
  text: PlannedText,
  account?: PlanningAccount,
): Promise<Prepared> {
  const { planner } = planning;
  const read = timed(account, () => readParts(planner, text));
  const attributes = text.operationName ? { 'graphql.operation.name': text.operationName } : {};
  const plan = await inSpan('gateway.plan', attributes, async () => planning.plan(read.planned, text, account));
  return timed(account, () => compileParts(planning, text, read, plan));
}

function readParts(planner: Planner, { document, operationName }: PlannedText) {
  const operation = planner.operationOf(document, operationName);
  const effort = new CompileEffort();
  const shape = compileShape(operation, effort);
  return { operation, effort, shape, ...divideOperation(operation, planner.introspections) };
}

function compileParts(
  { planner, keepsPlans }: Planning,
  { source }: PlannedText,
  { operation, effort, shape, introspect }: ReturnType<typeof readParts>,
  plan: QueryPlan,
): Prepared {
  const planLength = JSON.stringify(plan).length;
  return {
    operation: {
      plan: compilePlan(plan, planner.supergraph),
      introspect,
      shape,
      hasChoices: effort.choiceFields > 0,
      conditions: [...effort.conditions],
      defaults: operation.collectDefaultedVariableValues(),
      apiSchema: planner.apiTypes,
      plannedByApollo: keepsPlans ? plan : undefined,
    },
    bytes: estimateBytes(planLength + source.length, effort) + (keepsPlans ? BYTES_PER_KEPT_CHARACTER * planLength : 0),
  };
}

/** @param characters of the text and its plan */
export function estimateBytes(characters: number, { choiceFields }: Pick<CompileEffort, 'choiceFields'>): number {
  return BYTES_OF_ANY + BYTES_PER_CHARACTER * characters + BYTES_PER_CHOICE_FIELD * choiceFields;
}
