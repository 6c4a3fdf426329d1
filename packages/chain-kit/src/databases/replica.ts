import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import type { OpenDatabase } from '#/db/sql-writer.ts';
import { ReadServer } from './read-server.ts';
import type { SeenPin } from './seen-pins.ts';

/** Gateways are a block or two apart at the tip. A pin that was lost here costs a request a second answer, by the primary. */
const PINS_MAX = 8;

/** Longest time that a request waits for what replicas know of a pin; after it, the primary answers. */
const PATIENCE_MS = 50;
/** After the first has answered that it has the pin, so long the others may. Else all requests of that moment would read the first. */
const OTHERS_MS = 5;
/** Time between two looks at a replica. A look that takes longer than the second one finds it away: so long may one that hangs hold requests up. */
const PROBE_MS = 500;
const PROBE_PATIENCE_MS = 1_000;
/** For so long a replica is not asked again for a block that it lacks; at first, and after a row of such answers. */
const LACKS_MS = 20;
const LACKS_MAX_MS = 1_000;

const PROBE = 'SELECT 1 FROM sync_cursor LIMIT 1';

/** A statement was given up, since its replica went away while it ran. */
export class ReplicaAway extends Error {
  constructor() {
    // databaseFault knows it by these words.
    super('Connection terminated: the replica is away');
    this.name = 'ReplicaAway';
  }
}

/** A block that a replica lacks, and until when it is not asked for that or a higher one. */
interface Lack {
  height: number;
  since: number;
  until: number;
  waitMs: number;
}

/**
 * An asynchronous copy of a chain's database. It may lag, hang, stop, be promoted, or go back to an old state at any time: a request reads it
 * if its rows have the pin, and no request waits for it longer than a moment. One that is away is left aside until a look finds it back.
 */
export class Replica extends ReadServer {
  readonly #connect: () => OpenDatabase;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  #client: OpenDatabase;
  #prober: OpenDatabase;
  #isAway = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Ends of the statements that run. */
  readonly #running = new Set<(error: Error) => void>();
  readonly #asking = new Map<string, Promise<SeenPin | null>>();
  readonly #lacks = new Map<string, Lack>();

  /** @param connect opens a client, which connects at its first statement */
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

  /** Milliseconds since which it has lacked the pins of a chain that it was asked for; 0: it has them. */
  get lagsMs(): number {
    const now = performance.now();
    return Math.max(0, ...Array.from(this.#lacks.values(), ({ since }) => now - since));
  }

  /**
   * Asks for a pin that was not seen here. Requests that ask for the same one share the answer.
   * @returns undefined while the answer is known to be no
   */
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
      // The look at the replica finds the reason of a failed look-up, or the request does that reads there.
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
    // Connections to a server that hangs may hang for long: those of its return are new ones.
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

/**
 * Finds the replica that a request reads: of those that have its pin, the one with the fewest statements. If none is known to have it, the first
 * that answers so within a moment; undefined: none does.
 */
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
    // Also if another is ready: so that this one is, for the next request.
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

/** The least loaded; of equals a random one, since most requests find all idle. */
function leastLoaded<Choice extends { server: Replica }>(choices: readonly Choice[]): Choice | undefined {
  const least = Math.min(...choices.map(({ server }) => server.load));
  const equals = choices.filter(({ server }) => server.load === least);
  return equals[Math.floor(Math.random() * equals.length)];
}

/** @throws ReplicaAway after the time, except if the answer has arrived and only this process was too busy to take it */
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
