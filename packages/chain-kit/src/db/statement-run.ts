import { ANSWER_TIMEOUT_MS } from '@ledgergraph/service-kit/db/pool-settings';
import type pg from 'pg';
import utils from 'pg/lib/utils.js';

export interface WrittenStatement {
  sql: string;
  values: readonly unknown[];
  pieces?: Iterable<Uint8Array>;
  /** Called once Postgres has read the whole statement; may throw. */
  check?: (changed: number) => void;
}

/** A message of a copy: its letter, and its length with these four bytes. */
const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = Buffer.from([...Buffer.from('c'), 0, 0, 0, 4]);
const LENGTH_BYTES = 4;

/**
 * One pipeline with one Sync at the end, so that Postgres skips everything after a failure (PostgreSQL documentation, "Message Flow").
 * pg's own pipeline takes no COPY, and its COPY waits for Postgres.
 */
export class StatementRun implements pg.Submittable {
  /** Milliseconds. pg uses it in place of the connection's own limit, which is for one statement. */
  readonly query_timeout: number;
  /** Rejects with the first failure, also of a check; later statements have no effect. */
  readonly done: Promise<void>;
  readonly #statements: readonly WrittenStatement[];
  readonly #values: (Buffer | string | null)[][];
  readonly #settle: PromiseWithResolvers<void>;
  #completed = 0;
  #failure: { reason: unknown } | undefined;

  constructor(statements: readonly WrittenStatement[]) {
    this.#statements = statements;
    this.query_timeout = ANSWER_TIMEOUT_MS * statements.length;
    // Before anything is sent: a failed conversion would leave half a message.
    this.#values = statements.map(({ values }) => values.map(utils.prepareValue));
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
  }

  /** pg wraps this callback to notice the timeout of a query. */
  callback = (): void => undefined;

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    for (const [index, { sql, pieces }] of this.#statements.entries()) {
      connection.parse({ name: '', text: sql, types: [] }, true);
      connection.bind({ values: this.#values[index] }, true);
      connection.execute(null, true);
      if (pieces !== undefined) copy(stream, pieces);
    }
    connection.sync();
    stream.uncork();
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#statements[this.#completed];
    this.#completed += 1;
    try {
      statement?.check?.(Number(/\d+$/.exec(text)?.[0] ?? 0));
    } catch (reason) {
      this.#failure ??= { reason };
    }
  }

  handleError(reason: unknown): void {
    this.callback();
    this.#settle.reject(this.#failure?.reason ?? reason);
  }

  handleReadyForQuery(): void {
    this.callback();
    if (this.#failure === undefined) this.#settle.resolve();
    else this.#settle.reject(this.#failure.reason);
  }

  handleCopyInResponse(): void {}

  handleDataRow(): void {}

  handleEmptyQuery(): void {}
}

function copy(stream: pg.Connection['stream'], pieces: Iterable<Uint8Array>): void {
  for (const piece of pieces) {
    const head = Buffer.alloc(1 + LENGTH_BYTES);
    head[0] = COPY_DATA;
    head.writeUInt32BE(LENGTH_BYTES + piece.length, 1);
    stream.write(head);
    stream.write(piece);
  }
  stream.write(COPY_DONE);
}
