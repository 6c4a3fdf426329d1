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

export interface PreparedOperation {
  /** Undefined when nothing has to be fetched. */
  readonly plan: PlanStep | undefined;
  /** Undefined when the schema is not asked for. */
  readonly introspect: Introspect | undefined;
  readonly shape: CompositeShape;
  /** An object's type decides which fields are in the answer. */
  readonly hasChoices: boolean;
  readonly conditions: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly apiSchema: Schema;
  /** Undefined where only our executor runs it. */
  readonly plannedByApollo?: QueryPlan | undefined;
}

export interface Prepared {
  readonly operation: PreparedOperation;
  readonly bytes: number;
}

// 600 operations of the test took 10.4 kB of heap each, with 1,055 characters of text and plan.
const BYTES_OF_ANY = 1_024;
const BYTES_PER_CHARACTER = 9;
// 600 kept plans took 4.5 kB of heap each, with 791 characters.
const BYTES_PER_KEPT_CHARACTER = 6;
// Seven members and two short texts.
const BYTES_PER_CHOICE_FIELD = 160;

/** @throws GraphQLError where there is no plan */
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
