import type { Database } from '#/db/connection.ts';
import { insertGatewayIfNew } from '#/db/gateways.ts';
import { grantLease, type LeaseKey, renewLease } from '#/db/quota-leases.ts';
import { insertPeriodIfNew, markWanted, type PeriodKey } from '#/db/quota-periods.ts';
import { monthOf } from './month.ts';
import { QuotaError } from './quota-error.ts';
import { findQuotaState, type QuotaState } from './quota-state.ts';
import { writeOffLeases } from './write-off-leases.ts';

/** The last units go out in small portions, so that few have to come back. */
const ONE_IN = 8n;
/** Units that one crash can cost a team at most. */
const LEASE_MAX = 10_000n;
/** A gateway without units repeats its request every few hundredths of a second: others need not hear each one. */
const WANTED_AGAIN_MS = 100;

export type LeaseDeps = {
  db: Database;
  now: () => Date;
  publishWanted: (teamId: string) => void;
};

export type LeaseWish = {
  /** A UUID made by the gateway; a repeated request has the same one. */
  leaseId: string;
  gatewayId: string;
  teamId: string;
  want: bigint;
};

export type LeaseAnswer = {
  /** Undefined: nothing is free. Other holders have been asked to give units back. */
  lease: { id: string; size: bigint } | undefined;
  quota: QuotaState;
};

/** A repeated id gets the same lease. @throws QuotaError UNKNOWN_TEAM, GATEWAY_LEFT or LEASE_OF_ANOTHER */
export async function leaseUnits(deps: LeaseDeps, wish: LeaseWish): Promise<LeaseAnswer> {
  const { db } = deps;
  const now = deps.now();
  const { leaseId, gatewayId, teamId, want } = wish;
  const key = { id: leaseId, gatewayId, teamId, startsOn: monthOf(now).startsOn };
  const grant = () => grantLease(db, key, { want, oneIn: ONE_IN, sizeMax: LEASE_MAX }, now);

  const size = await grant();
  if (size !== undefined) return { lease: { id: leaseId, size }, quota: await getQuota(db, teamId, now) };
  const quota = await getQuota(db, teamId, now);
  const nothing = { lease: undefined, quota };
  if (quota.limit === null) return nothing;
  // No gateway has units to give back. A flood of such requests should cost little.
  if (quota.free === 0n && quota.outstanding === 0n) return (await leaseAgain(db, key, now)) ?? nothing;

  await meetGateway(db, gatewayId, now);
  await insertPeriodIfNew(db, key);
  await writeOffLeases(deps);
  const sizeNow = await grant();
  const again = sizeNow === undefined ? await leaseAgain(db, key, now) : undefined;
  if (again !== undefined) return again;
  const quotaNow = await getQuota(db, teamId, now);
  if (sizeNow !== undefined) return { lease: { id: leaseId, size: sizeNow }, quota: quotaNow };
  if (quotaNow.outstanding > 0n) await askBack(deps, key, now);
  return { lease: undefined, quota: quotaNow };
}

async function leaseAgain(db: Database, key: LeaseKey, now: Date): Promise<LeaseAnswer | undefined> {
  const lease = await renewLease(db, key.id, now);
  if (lease === undefined) return undefined;
  if (lease.gatewayId !== key.gatewayId || lease.teamId !== key.teamId)
    throw new QuotaError('LEASE_OF_ANOTHER', 'this id is a lease of another gateway or team');
  // Month of the lease, which may not be the current one when a request is repeated at midnight.
  return {
    lease: { id: lease.id, size: lease.size },
    quota: await getQuota(db, lease.teamId, new Date(lease.startsOn)),
  };
}

async function meetGateway(db: Database, gatewayId: string, now: Date): Promise<void> {
  await insertGatewayIfNew(db, gatewayId, now);
  const gateway = await db.gateway.findUnique({ where: { id: gatewayId } });
  if (gateway !== null && gateway.leftAt !== null)
    throw new QuotaError('GATEWAY_LEFT', 'this gateway has announced that it stops');
}

async function askBack({ db, publishWanted }: LeaseDeps, key: PeriodKey, now: Date): Promise<void> {
  const notedAfter = new Date(now.getTime() - WANTED_AGAIN_MS);
  if (await markWanted(db, key, { now, notedAfter })) publishWanted(key.teamId);
}

async function getQuota(db: Database, teamId: string, now: Date): Promise<QuotaState> {
  const quota = await findQuotaState(db, teamId, now);
  if (quota === null) throw new QuotaError('UNKNOWN_TEAM', 'there is no such team');
  return quota;
}
