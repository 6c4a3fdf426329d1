import type { BinaryRow } from './binary-rows.ts';

/** What the kit needs of a Prisma client or transaction, or of a writer's: every service generates its own client class. */
export interface SqlExecutor {
  $queryRawUnsafe<Rows>(sql: string, ...values: unknown[]): PromiseLike<Rows>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  /**
   * Sends pieces of bytes to a `COPY … FROM STDIN`, and does not wait until Postgres has taken it in: if that fails, so does what the transaction
   * does next, its commit at the latest. Absent where the connection cannot, as Prisma's.
   * @param check hears how many rows it took in, when it needs the pieces no more; may throw
   */
  $copyFrom?(sql: string, pieces: Iterable<Uint8Array>, check: (copied: number) => void): PromiseLike<void>;
  /** A statement that nothing is read with: sent, and not waited for, as `$copyFrom`. @param check hears how many rows it changed; may throw */
  $sendUnsafe?(sql: string, values: readonly unknown[], check: (changed: number) => void): PromiseLike<void>;
}

/** A Prisma client or a writer, for who opens no transaction. */
export interface SqlDatabase extends SqlExecutor {
  /** Whether its transactions have `$copyFrom`. */
  readonly $copies?: boolean;
  /**
   * Rows of a SELECT, by COPY: bytes go over the wire as they are, neither written as digits nor read from them. Absent where the connection
   * cannot, as Prisma's.
   * @param values texts and whole numbers: COPY takes no parameters, so they are written into the statement
   */
  $copyTo?(select: string, ...values: (string | number)[]): Promise<BinaryRow[]>;
}

/** The same, which also opens transactions. */
export interface SqlClient<Tx extends SqlExecutor> extends SqlDatabase {
  $transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<Result>;
}
