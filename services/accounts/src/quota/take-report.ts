import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Connection, Database } from '#/db/connection.ts';
import { insertGatewayIfNew, lockGateway } from '#/db/gateways.ts';
import { listLeasesOfGateway, updateLeases } from '#/db/quota-leases.ts';
import { changePeriods, listQuotas, listWantedTeamIds, type PeriodKey } from '#/db/quota-periods.ts';
import type { Gateway } from '#/generated/prisma/client.ts';
import { addUsage, type UsageCount } from '#/usage/add-usage.ts';
import { QuotaError } from './quota-error.ts';
import { type QuotaState, toQuotaState } from './quota-state.ts';
import { type ReportedLease, settleLeases } from './settle-leases.ts';

/** Longer than a gateway waits for the answer to a lease. */
const UNHEARD_MS = 5_000;
/** A gateway that still wants units asks again within this time. */
const WANTED_MS = 3_000;

/** Milliseconds. A report that fails while the database is busy would only be sent again. */
const PATIENCE = { maxWait: 10_000, timeout: 15_000 };

export type ReportDeps = { db: Database; now: () => Date; logger: Logger };

export type GatewayReport = {
  gatewayId: string;
  /** 1, 2, 3 … in each gateway. */
  sequence: bigint;
  leases: readonly ReportedLease[];
  usage: readonly UsageCount[];
  leaving: boolean;
};

export type ReportAnswer = { wantedTeamIds: string[]; quotas: QuotaState[] };

/** Books units, calls and the report's number in one transaction, so that a repeated report counts once. @throws QuotaError REPORT_GAP */
export async function takeReport(deps: ReportDeps, report: GatewayReport): Promise<ReportAnswer> {
  const { db } = deps;
  const now = deps.now();
  const months = await db.$transaction((tx) => book(tx, deps, report, now), PATIENCE);
  const since = new Date(now.getTime() - WANTED_MS);
  const quotas = months.length === 0 ? [] : await listQuotas(db, months);
  return { wantedTeamIds: await listWantedTeamIds(db, report.gatewayId, since), quotas: quotas.map(toQuotaState) };
}

async function book(
  tx: Connection,
  { logger }: ReportDeps,
  report: GatewayReport,
  now: Date,
): Promise<readonly PeriodKey[]> {
  const { gatewayId, sequence, leaving } = report;
  const { lastSequence, seenAt } = await lockOrMeetGateway(tx, gatewayId, now);
  const held = await listLeasesOfGateway(tx, gatewayId);
  const named = new Set(report.leases.map(({ id }) => id));
  const months = distinctMonths(held.filter(({ id }) => named.has(id)));
  if (sequence <= lastSequence) return months;
  if (sequence > lastSequence + 1n)
    throw new QuotaError('REPORT_GAP', `report ${sequence} came after ${lastSequence}: those between have not arrived`);

  // This report was made after the previous one was accepted: a lease that was granted long enough before that is named by now, or never
  // will be.
  const unheardBefore = new Date(seenAt.getTime() - UNHEARD_MS);
  const settlement = settleLeases(held, report.leases, { leaving, unheardBefore });
  for (const oddity of settlement.oddities)
    logger.error({ gatewayId, ...oddity }, 'a gateway sent an impossible report');
  // Rows are locked in one order everywhere: gateway, months, leases, usage.
  if (settlement.periods.length > 0) await changePeriods(tx, settlement.periods);
  if (settlement.changed.length > 0) await updateLeases(tx, settlement.changed);
  if (settlement.closedIds.length > 0) await tx.quotaLease.deleteMany({ where: { id: { in: settlement.closedIds } } });
  await addUsage(tx, report.usage, { now, logger });
  const seen = { lastSequence: sequence, seenAt: now, ...(leaving && { leftAt: now }) };
  await tx.gateway.update({ where: { id: gatewayId }, data: seen });
  return months;
}

/** Holds the row: another report of the gateway waits. */
async function lockOrMeetGateway(tx: Connection, id: string, now: Date): Promise<Gateway> {
  const known = await lockGateway(tx, id);
  if (known !== null) return known;
  await insertGatewayIfNew(tx, id, now);
  return (await lockGateway(tx, id)) ?? { id, lastSequence: 0n, seenAt: now, leftAt: null };
}

function distinctMonths(keys: readonly PeriodKey[]): PeriodKey[] {
  const months = new Map(keys.map(({ teamId, startsOn }) => [`${startsOn} ${teamId}`, { teamId, startsOn }]));
  return [...months.values()];
}
