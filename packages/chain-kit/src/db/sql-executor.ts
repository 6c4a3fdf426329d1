import type { BinaryRow } from './binary-rows.ts';

/** The part of a Prisma client or transaction, or of a writer's, that the kit uses. Every service generates its own client class. */
export interface SqlExecutor {
  $queryRawUnsafe<Rows>(sql: string, ...values: unknown[]): PromiseLike<Rows>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  /**
   * Sends pieces of bytes to a `COPY … FROM STDIN` and does not wait until Postgres has read them. If the copy fails, the next statement of
   * the transaction fails, its commit at the latest. Absent where the connection does not support it, as Prisma's.
   * @param check gets the number of copied rows once the pieces are no longer needed; may throw
   */
  $copyFrom?(sql: string, pieces: Iterable<Uint8Array>, check: (copied: number) => void): PromiseLike<void>;
  /** Sends a statement without a result and does not wait for it, as `$copyFrom`. @param check gets the number of changed rows; may throw */
  $sendUnsafe?(sql: string, values: readonly unknown[], check: (changed: number) => void): PromiseLike<void>;
}

/** A Prisma client or a writer, for callers that open no transaction. */
export interface SqlDatabase extends SqlExecutor {
  /** True if its transactions have `$copyFrom`. */
  readonly $copies?: boolean;
  /**
   * Reads the rows of a SELECT by COPY: bytes go over the wire as they are, without a conversion to digits. Absent where the
   * connection does not support it, as Prisma's.
   * @param values texts and whole numbers; they are written into the statement, since COPY takes no parameters
   */
  $copyTo?(select: string, ...values: (string | number)[]): Promise<BinaryRow[]>;
}

/** A Prisma client or a writer, for callers that open transactions. */
export interface SqlClient<Tx extends SqlExecutor> extends SqlDatabase {
  $transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<Result>;
}
