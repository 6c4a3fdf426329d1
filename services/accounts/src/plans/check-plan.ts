import { AccountsError } from '#/accounts-error.ts';
import type { Connection } from '#/db/connection.ts';
import { listPlanIds, lockPlanId } from '#/db/plans.ts';

/** Holds the plan until the transaction ends. Throws AccountsError UNKNOWN_PLAN, which lists the existing plans. */
export async function checkPlan(tx: Connection, planId: string): Promise<void> {
  if (await lockPlanId(tx, planId)) return;
  const ids = await listPlanIds(tx);
  throw new AccountsError('UNKNOWN_PLAN', `There is no plan ${JSON.stringify(planId)}. Plans: ${ids.join(', ')}`);
}
