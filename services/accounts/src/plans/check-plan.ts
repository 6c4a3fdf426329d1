import { AccountsError } from '#/accounts-error.ts';
import type { Connection } from '#/db/connection.ts';
import { listPlanIds, lockPlanId } from '#/db/plans.ts';

/**
 * Holds a plan until the transaction ends, so that it cannot be deleted meanwhile. Throws AccountsError UNKNOWN_PLAN, which lists which
 * plans there are.
 */
export async function checkPlan(tx: Connection, planId: string): Promise<void> {
  if (await lockPlanId(tx, planId)) return;
  const ids = await listPlanIds(tx);
  throw new AccountsError('UNKNOWN_PLAN', `There is no plan ${JSON.stringify(planId)}. Plans: ${ids.join(', ')}`);
}
