import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inStatement } from './observe-adapter.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Statements that may wait for Postgres: what they write is in memory meanwhile. */
const BEHIND_MAX = 4;

/**
 * The statements of one transaction, one after another. What is only written is not waited for, so that the next rows are made while
 * Postgres takes in these. Nothing more is sent once a statement has failed that nobody waits for.
 */
export class StatementsBehind implements Required<SqlExecutor> {
  /** Why a statement failed that was not waited for. */
  failure: unknown;
  readonly #client: pg.PoolClient;
  /** Each resolves when Postgres is done with it and all before it; none rejects. */
  readonly #behind: Promise<void>[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** When Postgres is done with all that was sent. @throws what any of it failed with */
  async settled(): Promise<void> {
    await this.#behind.at(-1);
    if (this.failure !== undefined) throw this.failure;
  }

  readonly $queryRawUnsafe = async <Rows>(sql: string, ...values: unknown[]): Promise<Rows> => {
    return (await this.#query(sql, values)).rows as Rows;
  };

  readonly $executeRawUnsafe = async (sql: string, ...values: unknown[]): Promise<number> => {
    return (await this.#query(sql, values)).rowCount ?? 0;
  };

  readonly $sendUnsafe = (sql: string, values: readonly unknown[], check: (changed: number) => void): Promise<void> => {
    return this.#leaveBehind(sql, async () => check((await this.#client.query(sql, [...values])).rowCount ?? 0));
  };

  readonly $copyFrom = (sql: string, pieces: Iterable<Uint8Array>): Promise<void> => {
    return this.#leaveBehind(sql, () =>
      pipeline(Readable.from(pieces, { objectMode: true }), this.#client.query(copyFrom(sql))),
    );
  };

  async #query(sql: string, values: unknown[]): Promise<pg.QueryResult> {
    await this.settled();
    return inStatement(sql, () => this.#client.query(sql, values));
  }

  async #leaveBehind(sql: string, run: () => Promise<unknown>): Promise<void> {
    const before = this.#behind.at(-1);
    const done = (async () => {
      await before;
      if (this.failure !== undefined) return;
      try {
        await inStatement(sql, run);
      } catch (error) {
        this.failure = error;
      }
    })();
    this.#behind.push(done);
    // A turn of the event loop: it is when the connection hears of what Postgres is done with, and sends what waits.
    await nextTurn();
    if (this.#behind.length > BEHIND_MAX) await this.#behind.shift();
    if (this.failure !== undefined) throw this.failure;
  }
}
