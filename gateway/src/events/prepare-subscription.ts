import { parse } from 'graphql';
import { CompileEffort } from '#/execution/compile-effort.ts';
import { compilePlanNode } from '#/execution/compile-plan.ts';
import { compileShape } from '#/execution/compile-shape.ts';
import type { PlanStep } from '#/execution/plan-steps.ts';
import type { PlannedText, Planning } from '#/execution/planning/planning.ts';
import { estimateBytes, type PreparedOperation } from '#/execution/prepare-operation.ts';
import { type PlanningAccount, timed } from '#/operation/planning-account.ts';
import { compileOwnParts, type OwnParts } from './own-parts.ts';

export interface PreparedSubscription extends PreparedOperation {
  readonly own: OwnParts;
  /** Events that agree in these have equal results. */
  readonly variablesUsed: readonly string[];
  /** Without its text. */
  readonly bytes: number;
}

/** The plan completes a list of events at once, under the root field's name. @throws GraphQLError where there is no plan */
export async function prepareSubscription(
  planning: Planning,
  text: PlannedText,
  account?: PlanningAccount,
): Promise<PreparedSubscription> {
  const { planner } = planning;
  const operation = planner.operationOf(text.document, text.operationName);
  const effort = new CompileEffort();
  const shape = timed(account, () => compileShape(operation, effort));
  const { node } = await planning.plan(operation, text, account);
  if (node?.kind !== 'Subscription') throw new Error('the plan of a subscription has no event');
  const { primary, rest } = node;
  const plan = rest && ofEachEvent(compilePlanNode(rest, planner.supergraph));
  const conditions = [...effort.conditions];
  return {
    plan,
    introspect: undefined,
    shape,
    hasChoices: effort.choiceFields > 0,
    conditions,
    defaults: operation.collectDefaultedVariableValues(),
    apiSchema: planner.apiTypes,
    own: compileOwnParts(parse(primary.operation, { noLocation: true }), planner.apiSchema),
    bytes: estimateBytes(JSON.stringify(node).length, effort),
    variablesUsed: [...new Set([...conditions, ...(plan === undefined ? [] : variablesOf(plan))])].sort(),
  };
}

function ofEachEvent(step: PlanStep): PlanStep {
  switch (step.kind) {
    case 'sequence':
    case 'parallel':
      return { ...step, steps: step.steps.map(ofEachEvent) };
    case 'condition':
      return {
        ...step,
        ifTrue: step.ifTrue && ofEachEvent(step.ifTrue),
        ifFalse: step.ifFalse && ofEachEvent(step.ifFalse),
      };
    case 'fetch': {
      const [root, ...below] = step.path;
      if (root === undefined) throw new Error('the plan of a subscription asks for root fields');
      return { ...step, path: [root, '@', ...below] };
    }
  }
}

function variablesOf(step: PlanStep): string[] {
  switch (step.kind) {
    case 'sequence':
    case 'parallel':
      return step.steps.flatMap(variablesOf);
    case 'condition':
      return [step.variable, ...[step.ifTrue, step.ifFalse].flatMap((inner) => (inner ? variablesOf(inner) : []))];
    case 'fetch':
      return step.variables.map(({ name }) => name);
  }
}
