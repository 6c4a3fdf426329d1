import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Database } from '#/db/connection.ts';
import { pruneUsage } from '#/usage/prune-usage.ts';
import { forgetGateways } from './forget-gateways.ts';
import { writeOffLeases } from './write-off-leases.ts';

const WRITE_OFF_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * Does what no request does: writes off leases of silent gateways, and forgets what is not kept. Any number of processes may do it on one
 * database.
 * @returns how to stop: resolves when nothing runs any more
 */
export function startUpkeep(deps: { db: Database; now: () => Date; logger: Logger }): () => Promise<void> {
  const stops = [
    repeat(() => writeOffLeases(deps), WRITE_OFF_EVERY_MS, deps.logger),
    repeat(
      async () => {
        await pruneUsage(deps);
        await forgetGateways(deps);
      },
      PRUNE_EVERY_MS,
      deps.logger,
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** At once and then again and again, one at a time. */
function repeat(work: () => Promise<void>, everyMs: number, logger: Logger): () => Promise<void> {
  let working = Promise.resolve();
  const start = (): void => {
    working = working
      .then(work)
      .catch((error: unknown) => logger.warn({ err: error }, 'upkeep failed; it is repeated'));
  };
  start();
  const timer = setInterval(start, everyMs);
  return async () => {
    clearInterval(timer);
    await working;
  };
}
