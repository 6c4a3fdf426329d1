import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Database } from '#/db/connection.ts';
import { writeOffLeasesSeenBefore } from '#/db/quota-leases.ts';

/** Gateways report every second; one that is silent for this long is presumed dead. */
const LEASE_TTL_MS = 10_000;

/** Unreported units stay charged, so that the plan is never exceeded. A gateway that reports after all gets its leases back. */
export async function writeOffLeases({
  db,
  now,
  logger,
}: {
  db: Database;
  now: () => Date;
  logger?: Logger;
}): Promise<void> {
  const lost = await writeOffLeasesSeenBefore(db, new Date(now().getTime() - LEASE_TTL_MS));
  for (const { id, gatewayId, teamId, unspent } of lost)
    logger?.warn(
      { leaseId: id, gatewayId, teamId, unspent: String(unspent) },
      'a lease is written off: its gateway is silent',
    );
}
