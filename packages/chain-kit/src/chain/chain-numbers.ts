// The number of a chain stands for it in rows. It is the id of its row in `chain`. Numbers differ between databases, and nothing outside
// of one depends on them.
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** The number of a chain is another than that of prepared rows. The batch must be prepared again. */
export class ChainNumberError extends Error {
  override name = 'ChainNumberError';
  constructor(chainId: string) {
    super(
      `the number of ${chainId} changed since its rows were prepared: has the database lost its last transactions?`,
    );
  }
}

/** SQL of the number of a chain; null for one that has none. @param chainId SQL of its i-address */
export function chainNumberOf(chainId: string): string {
  return `(SELECT id FROM chain WHERE chain.chain_id = ${chainId})`;
}

/** The same for the chain that a parameter names. @param parameter its number */
export function chainNumber(parameter: number): string {
  return chainNumberOf(`$${parameter}::text`);
}

/** Number of a chain; undefined: this database has no row of it. */
export async function findChain(db: SqlExecutor, chainId: string): Promise<number | undefined> {
  const [row] = await db.$queryRawUnsafe<{ id: number | null }[]>(`SELECT ${chainNumber(1)} AS id`, chainId);
  return row?.id ?? undefined;
}

/**
 * Number of a chain, which gets one where it has none.
 *
 * Called outside of a transaction before the first batch of a chain: a number that is rolled back is used up, and there are 32,767.
 */
export async function numberChain(db: SqlExecutor, chainId: string): Promise<number> {
  const found = await findChain(db, chainId);
  if (found !== undefined) return found;
  // Another process, or an earlier batch, may give it one at this moment.
  await db.$executeRawUnsafe('INSERT INTO chain (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', chainId);
  const given = await findChain(db, chainId);
  if (given === undefined) throw new ChainNumberError(chainId);
  return given;
}

/**
 * Makes sure that rows prepared with a number belong to this chain. A database that has lost its last transactions, as after a failover, may
 * have given the number to another one. Called in the transaction that writes the rows, once it has moved the cursor.
 * @throws ChainNumberError
 */
export async function checkChain(tx: SqlExecutor, chainId: string, prepared: number): Promise<void> {
  if ((await findChain(tx, chainId)) !== prepared) throw new ChainNumberError(chainId);
}
