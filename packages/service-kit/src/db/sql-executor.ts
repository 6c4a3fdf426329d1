/** What the kit needs of a Prisma client or transaction, or of a writer's: every service generates its own client class. */
export interface SqlExecutor {
  $queryRawUnsafe<Rows>(sql: string, ...values: unknown[]): PromiseLike<Rows>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  /** Sends text to a `COPY … FROM STDIN`; absent where the connection cannot, as Prisma's. @returns rows written */
  $copyFrom?(sql: string, text: Iterable<string>): PromiseLike<number>;
}

/** A Prisma client: an executor that also opens transactions. */
export interface SqlClient<Tx extends SqlExecutor> extends SqlExecutor {
  $transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<Result>;
}
