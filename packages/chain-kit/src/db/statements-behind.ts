import { setImmediate as nextTurn } from 'node:timers/promises';
import { inStatement } from '@ledgergraph/service-kit/db/observe-adapter';
import type pg from 'pg';
import type { SqlExecutor } from './sql-executor.ts';
import { StatementRun, type WrittenStatement } from './statement-run.ts';

/** The next rows are computed while Postgres writes. Nothing more is sent after a failure without a waiting caller. */
export class StatementsBehind implements Required<SqlExecutor> {
  failure: unknown;
  readonly #client: pg.PoolClient;
  #waiting: WrittenStatement[] = [];
  /** Never rejects. */
  #sending: Promise<void> | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async settled(): Promise<void> {
    await this.#sending;
    if (this.failure !== undefined) throw this.failure;
  }

  readonly $queryRawUnsafe = async <Rows>(sql: string, ...values: unknown[]): Promise<Rows> => {
    return (await this.#query(sql, values)).rows as Rows;
  };

  readonly $executeRawUnsafe = async (sql: string, ...values: unknown[]): Promise<number> => {
    return (await this.#query(sql, values)).rowCount ?? 0;
  };

  readonly $sendUnsafe = async (
    sql: string,
    values: readonly unknown[],
    check: (changed: number) => void,
  ): Promise<void> => this.#leaveBehind({ sql, values, check });

  readonly $copyFrom = async (
    sql: string,
    pieces: Iterable<Uint8Array>,
    check: (copied: number) => void,
  ): Promise<void> => this.#leaveBehind({ sql, values: [], pieces, check });

  async #query(sql: string, values: unknown[]): Promise<pg.QueryResult> {
    await this.settled();
    return inStatement(sql, () => this.#client.query(sql, values));
  }

  #leaveBehind(statement: WrittenStatement): void {
    if (this.failure !== undefined) throw this.failure;
    this.#waiting.push(statement);
    this.#sending ??= this.#send();
  }

  async #send(): Promise<void> {
    // A caller that writes one statement usually writes more.
    await nextTurn();
    try {
      while (this.#waiting.length > 0) await this.#run(this.#waiting.splice(0));
    } catch (error) {
      this.failure = error;
      this.#waiting = [];
    }
    this.#sending = undefined;
  }

  #run(statements: readonly WrittenStatement[]): Promise<void> {
    const sql = statements.map((statement) => statement.sql).join(';\n');
    return inStatement(sql, () => this.#client.query(new StatementRun(statements)).done);
  }
}
