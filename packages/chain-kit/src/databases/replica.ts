import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import type { OpenDatabase } from '#/db/sql-writer.ts';
import { ReadServer } from './read-server.ts';
import type { SeenPin } from './seen-pins.ts';

/** Gateways are a block or two apart at the tip. A pin that is lost here costs a second answer by the primary. */
const PINS_MAX = 8;

const PATIENCE_MS = 50;
/** The others have this time after the first answer; otherwise all requests of that moment would read the first. */
const OTHERS_MS = 5;
/** A probe that lasts longer than the second one finds the replica away, so one that hangs delays requests this long. */
const PROBE_MS = 500;
const PROBE_PATIENCE_MS = 1_000;
/** A replica is not asked again this soon for a block that it lacks. */
const LACKS_MS = 20;
const LACKS_MAX_MS = 1_000;

const PROBE = 'SELECT 1 FROM sync_cursor LIMIT 1';

class ReplicaAway extends Error {
  constructor() {
    // databaseFault recognises this text.
    super('Connection terminated: the replica is away');
    this.name = 'ReplicaAway';
  }
}

interface Lack {
  height: number;
  since: number;
  until: number;
  waitMs: number;
}

/** May lag, hang, stop, be promoted, or go back at any time: a request reads it only if its rows have the pin. */
export class Replica extends ReadServer {
  readonly #connect: () => OpenDatabase;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  #client: OpenDatabase;
  #prober: OpenDatabase;
  #isAway = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #running = new Set<(error: Error) => void>();
  readonly #asking = new Map<string, Promise<SeenPin | null>>();
  readonly #lacks = new Map<string, Lack>();

  constructor(name: string, connect: () => OpenDatabase, logger: Pick<Logger, 'info' | 'warn'>) {
    const db: SqlExecutor = {
      $queryRawUnsafe: <Rows>(sql: string, ...values: unknown[]) =>
        this.#run(() => this.#client.$queryRawUnsafe<Rows>(sql, ...values)),
      $executeRawUnsafe: () => Promise.reject(new Error('a replica is only read')),
    };
    super(name, db, PINS_MAX);
    this.#connect = connect;
    this.#logger = logger;
    this.#client = connect();
    this.#prober = connect();
    this.#probeLater();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Since then it has lacked the requested pins of a chain; 0: it has them. */
  get lagsMs(): number {
    const now = performance.now();
    return Math.max(0, ...Array.from(this.#lacks.values(), ({ since }) => now - since));
  }

  /** Concurrent requests share the answer. @returns undefined while the answer is known to be no */
  ask(chainId: string, pin: BlockPlace): Promise<SeenPin | null> | undefined {
    if (this.#isAway || this.#isLacking(chainId, pin)) return undefined;
    const key = `${chainId} ${pin.hash}`;
    const known = this.#asking.get(key);
    if (known !== undefined) return known;
    const asking = this.lookUp(chainId, pin)
      .then((seen) => {
        this.#note(chainId, pin, seen);
        return seen;
      })
      // The probe, or a request that reads there, finds the reason.
      .catch(() => null)
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#client.$disconnect(), this.#prober.$disconnect()]);
  }

  #isLacking(chainId: string, { height }: BlockPlace): boolean {
    const lack = this.#lacks.get(chainId);
    return lack !== undefined && height >= lack.height && performance.now() < lack.until;
  }

  #note(chainId: string, { height }: BlockPlace, seen: SeenPin | null): void {
    const lack = this.#lacks.get(chainId);
    if (seen !== null) {
      if (lack !== undefined && height >= lack.height) this.#lacks.delete(chainId);
      return;
    }
    const now = performance.now();
    const waitMs = lack === undefined ? LACKS_MS : Math.min(lack.waitMs * 2, LACKS_MAX_MS);
    this.#lacks.set(chainId, { height, since: lack?.since ?? now, until: now + waitMs, waitMs });
  }

  #run<Result>(statement: () => PromiseLike<Result>): Promise<Result> {
    if (this.#isAway) return Promise.reject(new ReplicaAway());
    return new Promise<Result>((resolve, reject) => {
      this.#running.add(reject);
      const isDone = () => this.#running.delete(reject);
      statement().then(
        (result) => {
          isDone();
          resolve(result);
        },
        (error: unknown) => {
          isDone();
          reject(error);
          if (databaseFault(error) === 'away') this.#leave(error);
        },
      );
    });
  }

  #leave(reason: unknown): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#logger.warn({ err: reason, server: this.name }, 'a replica is away: it is left aside');
    for (const reject of this.#running) reject(new ReplicaAway());
    this.#running.clear();
    this.#asking.clear();
    // Connections to a hanging server may hang for long; after its return new ones are used.
    this.#client.$disconnect().catch(ignore);
    this.#client = this.#connect();
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => void this.#probe(), PROBE_MS).unref();
  }

  async #probe(): Promise<void> {
    const fault = await within(PROBE_PATIENCE_MS, this.#prober.$queryRawUnsafe(PROBE)).then(
      () => undefined,
      (error: unknown) => error ?? new ReplicaAway(),
    );
    if (this.#isClosed) return;
    if (fault === undefined) this.#comeBack();
    else {
      this.#leave(fault);
      this.#prober.$disconnect().catch(ignore);
      this.#prober = this.#connect();
    }
    this.#probeLater();
  }

  #comeBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#lacks.clear();
    this.#logger.info({ server: this.name }, 'a replica is back');
  }
}

/** The replica with the pin and the fewest statements, or the first that reports the pin within a moment; undefined: none does. */
export async function chooseReplica(
  replicas: readonly Replica[],
  chainId: string,
  pin: BlockPlace,
): Promise<{ server: Replica; seen: SeenPin } | undefined> {
  const ready: { server: Replica; seen: SeenPin }[] = [];
  const asked: Promise<void>[] = [];
  for (const server of replicas) {
    const seen = server.isAway ? undefined : server.recall(chainId, pin);
    if (seen !== undefined) ready.push({ server, seen });
    // Even if another is ready, so that this one is ready for the next request.
    else {
      const asking = server.ask(chainId, pin);
      if (asking !== undefined)
        asked.push(asking.then((found) => (found === null ? refuse() : void ready.push({ server, seen: found }))));
    }
  }
  const first = Promise.any(asked);
  first.catch(ignore);
  if (ready.length === 0 && asked.length > 0) {
    await within(PATIENCE_MS, first)
      .then(() => within(OTHERS_MS, Promise.allSettled(asked)))
      .catch(ignore);
  }
  return leastLoaded(ready);
}

function refuse(): never {
  throw new Error('the replica lacks the pin');
}

/** A random one of equals, since most requests find all idle. */
function leastLoaded<Choice extends { server: Replica }>(choices: readonly Choice[]): Choice | undefined {
  const least = Math.min(...choices.map(({ server }) => server.load));
  const equals = choices.filter(({ server }) => server.load === least);
  return equals[Math.floor(Math.random() * equals.length)];
}

/** @throws ReplicaAway after the time, unless the answer has arrived while this process was too busy to take it */
function within<Result>(milliseconds: number, answer: PromiseLike<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new ReplicaAway()))), milliseconds);
    answer.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

const ignore = (): void => {};
