import type { QueryPlan } from '@apollo/query-planner';

export interface PlanQuestion {
  source: string;
  operationName: string | undefined;
}

/** `refused`: a GraphQLError, such as that there is no plan. */
export type PlanOutcome =
  | { plan: QueryPlan }
  | { refused: { message: string; extensions: Record<string, unknown> } }
  | { failed: unknown };

export type PlanAnswer = PlanOutcome & { ms: number };
