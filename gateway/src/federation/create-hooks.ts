import { COST_MAX_DEFAULT } from '#/cost/cost-max.ts';
import { type CostLimit, limitCost } from '#/cost/limit-cost.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import { keepAnswers } from '#/response-cache/keep-answers.ts';
import { noteOutcome } from './note-outcome.ts';
import { responseExtensions } from './response-extensions.ts';

/** The hooks of every operation, in the order in which they are called, whether we execute it or Apollo's server does. */
export function createHooks(supergraphSdl: string, cost: CostLimit = { max: COST_MAX_DEFAULT }): OperationHook[] {
  return [responseExtensions, limitCost(supergraphSdl, cost), noteOutcome, keepAnswers];
}
