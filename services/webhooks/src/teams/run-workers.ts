import { pause } from '@ledgergraph/service-kit/bell';
import { pruneChanges } from '#/db/changes.ts';
import { releaseLeases, takeLeases } from '#/db/leases.ts';
import { pruneDeliveries } from '#/db/prune-deliveries.ts';
import { TeamWorker, type WorkDeps } from './team-worker.ts';

const LEASE_SECONDS = 10;
const RENEW_MS = 2_000;
/** A process that cannot renew its leases stops before another takes over. */
const DOUBT_MS = 7_000;
const PRUNE_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Content is kept for a day. */
const KEPT_MS = 30 * DAY_MS;

/** @param holder unique name of this process, the same after a restart @returns how to stop: requests finish, and leases are given back */
export function runWorkers(deps: WorkDeps, holder: string): () => Promise<void> {
  const stop = new AbortController();
  const done = Promise.all([keepLeases(deps, holder, stop.signal), prune(deps, stop.signal)]);
  return async () => {
    stop.abort();
    await done;
  };
}

async function keepLeases(deps: WorkDeps, holder: string, signal: AbortSignal): Promise<void> {
  const workers = new Workers(deps);
  for (let renewedAt = performance.now(); !signal.aborted; await pause(RENEW_MS, signal)) {
    const askedAt = performance.now();
    const held = await takeLeases(deps.db, holder, LEASE_SECONDS).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the leases of teams cannot be renewed; repeated');
      return undefined;
    });
    if (held === undefined && performance.now() - renewedAt < DOUBT_MS) continue;
    if (held !== undefined) renewedAt = askedAt;
    workers.keep(held ?? new Map());
  }
  workers.keep(new Map());
  await workers.ended();
  await releaseLeases(deps.db, holder).catch(() => undefined);
}

/** An ending worker finishes its requests while the others go on. */
class Workers {
  readonly #deps: WorkDeps;
  readonly #working = new Map<string, TeamWorker>();
  readonly #ending = new Map<string, Promise<void>>();

  constructor(deps: WorkDeps) {
    this.#deps = deps;
  }

  keep(held: ReadonlyMap<string, bigint>): void {
    for (const [teamId, worker] of this.#working) {
      if (held.has(teamId)) continue;
      this.#working.delete(teamId);
      this.#ending.set(
        teamId,
        worker.stop().finally(() => this.#ending.delete(teamId)),
      );
    }
    for (const [teamId, testsSent] of held) {
      const isBusy = this.#working.has(teamId) || this.#ending.has(teamId);
      if (!isBusy) this.#working.set(teamId, new TeamWorker(this.#deps, teamId));
      this.#working.get(teamId)?.countTests(testsSent);
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#ending.values());
  }
}

async function prune({ db, now, logger }: WorkDeps, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await pause(PRUNE_MS, signal)) {
    const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
    const ends = { content: ago(DAY_MS), all: ago(KEPT_MS) };
    await Promise.all([pruneDeliveries(db, ends), pruneChanges(db, ends.all)]).catch((error: unknown) => {
      logger.warn({ err: error }, 'old deliveries could not be forgotten; repeated');
    });
  }
}
