import { AsyncLocalStorage } from 'node:async_hooks';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { takeTurn } from '@ledgergraph/service-kit/limits/take-turn';
import { Turns } from '@ledgergraph/service-kit/limits/turns';
import { AccountsError } from '#/accounts-error.ts';
import type { Connection, Database } from './connection.ts';

/** Milliseconds of waiting and running: less than the gateway waits for an answer of the dashboard (15 s). */
const WHOLE_MS = 12_000;
/** A read still finds a connection while all transactions wait for rows. */
const PART_OF_POOL = 1 / 2;
/** Running and waiting transactions; `network` is for strangers. */
const AT_ONCE_MAX = { person: 20, team: 40, network: 100, all: 1_000 };

export interface Asker {
  readonly network: string;
  person?: string;
  team?: string;
  readonly gone: AbortSignal;
  /** The last transaction that failed: the auth library answers 500 whatever the reason. */
  fault?: unknown;
}

const askers = new AsyncLocalStorage<{ asker: Asker; isInside: boolean }>();

export function workFor<Result>(asker: Asker, work: () => Result): Result {
  return askers.run({ asker, isInside: false }, work);
}

export function currentAsker(): Asker | undefined {
  return askers.getStore()?.asker;
}

/** One transaction at a time for each person and team: those that want the same rows wait in memory without a connection. */
export class TransactionTurns {
  readonly #db: Database;
  readonly #limit = new ConcurrencyLimit(AT_ONCE_MAX.all);
  readonly #people = new Turns(AT_ONCE_MAX.all, 1);
  readonly #teams: Turns;

  constructor(db: Database, poolSize: number) {
    this.#db = db;
    this.#teams = new Turns(Math.max(1, Math.floor(poolSize * PART_OF_POOL)), 1);
  }

  /** Its transactions throw AccountsError TOO_MANY_AT_ONCE or CLIENT_GONE, or DeadlineOver. */
  get db(): Database {
    const transact = (work: (tx: Connection) => Promise<unknown>): Promise<unknown> => {
      const { asker, isInside } = askers.getStore() ?? {};
      // A nested transaction has the turn already. Work outside of requests is one thing at a time.
      return asker === undefined || isInside ? this.#db.$transaction(work) : this.#inTurn(asker, work);
    };
    return new Proxy(this.#db, {
      get: (db, name) => {
        if (name === '$transaction') return transact;
        const member: unknown = Reflect.get(db, name);
        return typeof member === 'function' ? member.bind(db) : member;
      },
    });
  }

  async #inTurn<Result>(asker: Asker, work: (tx: Connection) => Promise<Result>): Promise<Result> {
    const { network, person, team, gone } = asker;
    const who = person === undefined ? `network ${network}` : `person ${person}`;
    const holder = { id: who, max: person === undefined ? AT_ONCE_MAX.network : AT_ONCE_MAX.person };
    const ofTeam = team === undefined ? [] : [{ id: `team ${team}`, max: AT_ONCE_MAX.team }];
    const room = this.#limit.acquire([...ofTeam, holder]);
    if (typeof room === 'string') throw new AccountsError('TOO_MANY_AT_ONCE', 'Too many changes at once. Try again.');
    const deadline = new Deadline(WHOLE_MS);
    const drop = (): void => deadline.end();
    if (gone.aborted) drop();
    gone.addEventListener('abort', drop, { once: true });
    const held = [room];
    try {
      // The person first: all teams of one person share one place, and a team's members wait behind one another.
      held.push(await takeTurn(this.#people, who, deadline));
      held.push(await takeTurn(this.#teams, ofTeam[0]?.id ?? who, deadline));
      const patience = Math.max(1, Math.floor(deadline.leftMs() / 2));
      return await this.#db.$transaction((tx) => askers.run({ asker, isInside: true }, () => work(tx)), {
        maxWait: patience,
        timeout: patience,
      });
    } catch (error) {
      asker.fault = gone.aborted ? new AccountsError('CLIENT_GONE', 'The client has gone.') : error;
      throw asker.fault;
    } finally {
      gone.removeEventListener('abort', drop);
      for (const leave of held.reverse()) leave();
    }
  }
}
