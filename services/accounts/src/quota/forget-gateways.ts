import type { Connection, Database } from '#/db/connection.ts';
import { lockGatewaySeenBefore } from '#/db/gateways.ts';
import { listLeasesOfGateway } from '#/db/quota-leases.ts';
import { changePeriods } from '#/db/quota-periods.ts';
import { settleLeases } from './settle-leases.ts';

/** Longer than a month: units that a silent gateway may have spent stay charged for that month. */
const KEPT_MS = 40 * 86_400_000;

/** Their leases end with the units that they had reported. Several processes may do so at once. */
export async function forgetGateways({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  while (await db.$transaction((tx) => forgetOne(tx, before)));
}

async function forgetOne(tx: Connection, before: Date): Promise<boolean> {
  const id = await lockGatewaySeenBefore(tx, before);
  if (id === undefined) return false;
  const { periods, closedIds } = settleLeases(await listLeasesOfGateway(tx, id), [], {
    leaving: true,
    unheardBefore: before,
  });
  if (periods.length > 0) await changePeriods(tx, periods);
  if (closedIds.length > 0) await tx.quotaLease.deleteMany({ where: { id: { in: closedIds } } });
  await tx.gateway.delete({ where: { id } });
  return true;
}
