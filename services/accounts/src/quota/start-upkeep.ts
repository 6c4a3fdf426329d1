import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Database } from '#/db/connection.ts';
import { repeat } from '#/repeat.ts';
import { pruneUsage } from '#/usage/prune-usage.ts';
import { forgetGateways } from './forget-gateways.ts';
import { writeOffLeases } from './write-off-leases.ts';

const WRITE_OFF_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;

/** Several processes may do it on one database. @returns how to stop; resolves when nothing runs any more */
export function startUpkeep(deps: { db: Database; now: () => Date; logger: Logger }): () => Promise<void> {
  const onFault = (error: unknown): void => deps.logger.warn({ err: error }, 'upkeep failed; it is repeated');
  const forget = async (): Promise<void> => {
    await pruneUsage(deps);
    await forgetGateways(deps);
  };
  const stops = [
    repeat(() => writeOffLeases(deps), WRITE_OFF_EVERY_MS, onFault),
    repeat(forget, PRUNE_EVERY_MS, onFault),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
