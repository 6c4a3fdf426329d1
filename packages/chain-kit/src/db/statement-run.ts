import { ANSWER_TIMEOUT_MS } from '@ledgergraph/service-kit/db/prisma-adapter';
import type pg from 'pg';
import utils from 'pg/lib/utils.js';

/** A statement whose only result is the number of changed rows. */
export interface WrittenStatement {
  sql: string;
  values: readonly unknown[];
  /** Data of a `COPY … FROM STDIN`. */
  pieces?: Iterable<Uint8Array>;
  /** Gets the number of changed rows once Postgres has read the whole statement; may throw. */
  check?: (changed: number) => void;
}

/** One message of a copy: its letter, and its length with these four bytes. */
const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = Buffer.from([...Buffer.from('c'), 0, 0, 0, 4]);
const LENGTH_BYTES = 4;

/**
 * Statements that are sent in one go, rows to copy with them: pg's own pipeline takes no COPY, and its COPY waits for Postgres to ask for
 * the rows. They are one pipeline of the extended protocol, with one Sync at the end, so that Postgres skips all that comes after a
 * failure (PostgreSQL documentation, "Message Flow", Pipelining and COPY Operations).
 */
export class StatementRun implements pg.Submittable {
  /** Time limit in milliseconds. pg uses it in place of the connection's own limit, which is for one statement. */
  readonly query_timeout: number;
  /** Resolves when Postgres has finished all statements. Rejects with the first failure, also of a check; later statements have no effect. */
  readonly done: Promise<void>;
  readonly #statements: readonly WrittenStatement[];
  readonly #values: (Buffer | string | null)[][];
  readonly #settle: PromiseWithResolvers<void>;
  #completed = 0;
  #failure: { reason: unknown } | undefined;

  constructor(statements: readonly WrittenStatement[]) {
    this.#statements = statements;
    this.query_timeout = ANSWER_TIMEOUT_MS * statements.length;
    // Values are converted before anything is sent: one that cannot be converted would leave half a message.
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

  /** The rows were sent already. */
  handleCopyInResponse(): void {}

  /** Ignores rows of RETURNING. */
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
