import type { QueryPlan } from '@apollo/query-planner';

/** One operation of a valid text. */
export interface PlanQuestion {
  source: string;
  operationName: string | undefined;
}

/** `refused`: a GraphQLError, such as that there is no plan. */
export type PlanOutcome =
  | { plan: QueryPlan }
  | { refused: { message: string; extensions: Record<string, unknown> } }
  | { failed: unknown };

/** The plan or the fault that the thread made, and the milliseconds that it took. */
export type PlanAnswer = PlanOutcome & { ms: number };
