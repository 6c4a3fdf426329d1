import type { BinaryRow } from './binary-rows.ts';

/** Common to a reader, a writer and a writer's transaction. */
export interface SqlExecutor {
  $queryRawUnsafe<Rows>(sql: string, ...values: unknown[]): PromiseLike<Rows>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  /**
   * Does not wait. If the copy fails, a later statement of the transaction fails, at the latest its commit. Absent outside of
   * a transaction.
   * @param check gets the number of copied rows once the pieces are no longer needed; may throw
   */
  $copyFrom?(sql: string, pieces: Iterable<Uint8Array>, check: (copied: number) => void): PromiseLike<void>;
  /** Without waiting, as `$copyFrom`. @param check gets the number of changed rows; may throw */
  $sendUnsafe?(sql: string, values: readonly unknown[], check: (changed: number) => void): PromiseLike<void>;
}

/** For callers that open no transaction. */
export interface SqlDatabase extends SqlExecutor {
  /** @param values are written into the statement, since COPY takes no parameters */
  $copyTo?(select: string, ...values: (string | number)[]): Promise<BinaryRow[]>;
}

export interface SqlClient<Tx extends SqlExecutor> extends SqlDatabase {
  $transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}
