import type { Operation } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import { type DocumentNode, getOperationAST } from 'graphql';
import { operationSizes } from '#/operation/operation-size.ts';
import { type PlanningAccount, timed } from '#/operation/planning-account.ts';
import type { Planner } from '../planner.ts';
import type { PlanningThread } from './planning-thread.ts';

/** With fragments spread out: a hundred selections across subgraphs take 90 ms. */
const LIGHT_MAX = 30;
/** Operations for which no caller pays. */
const OURS = 'ours';

export interface PlannedText {
  document: DocumentNode;
  source: string;
  operationName: string | undefined;
}

/** Plans small operations at once and others in the planning thread. Either way their account pays the time. */
export class Planning {
  readonly planner: Planner;
  /** As Apollo's executor takes them. */
  readonly keepsPlans: boolean;
  readonly #thread: Pick<PlanningThread, 'plan'>;

  constructor(planner: Planner, thread: Pick<PlanningThread, 'plan'>, keepsPlans = false) {
    this.planner = planner;
    this.keepsPlans = keepsPlans;
    this.#thread = thread;
  }

  /** @param operation without what it asks of the schema @throws GraphQLError where there is no plan */
  plan(operation: Operation, text: PlannedText, account?: PlanningAccount): QueryPlan | Promise<QueryPlan> {
    if (isLight(text)) return timed(account, () => this.planner.plan(operation));
    return this.#planBeside(text, account);
  }

  async #planBeside({ source, operationName }: PlannedText, account?: PlanningAccount): Promise<QueryPlan> {
    const { plan } = await this.#thread.plan({ source, operationName }, account?.team ?? OURS, account?.charge);
    return plan;
  }
}

function isLight({ document, operationName }: PlannedText): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return true;
  const { fields, typenames, spreads } = operationSizes(document).sizeOf(operation.selectionSet);
  return fields + typenames + spreads <= LIGHT_MAX;
}
