// The number of a chain stands for it in rows: the id of its row in `chain`. Numbers differ between databases, and nothing outside
// depends on them.
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** The batch must be prepared again. */
export class ChainNumberError extends Error {
  override name = 'ChainNumberError';
  constructor(chainId: string) {
    super(
      `the number of ${chainId} changed since its rows were prepared: has the database lost its last transactions?`,
    );
  }
}

export function chainNumberOf(chainId: string): string {
  return `(SELECT id FROM chain WHERE chain.chain_id = ${chainId})`;
}

export function chainNumber(parameter: number): string {
  return chainNumberOf(`$${parameter}::text`);
}

export async function findChain(db: SqlExecutor, chainId: string): Promise<number | undefined> {
  const [row] = await db.$queryRawUnsafe<{ id: number | null }[]>(`SELECT ${chainNumber(1)} AS id`, chainId);
  return row?.id ?? undefined;
}

/** Called outside of a transaction before a chain's first batch: a number that is rolled back is used up, and there are 32,767. */
export async function numberChain(db: SqlExecutor, chainId: string): Promise<number> {
  const found = await findChain(db, chainId);
  if (found !== undefined) return found;
  // Another process or an earlier batch may insert it concurrently.
  await db.$executeRawUnsafe('INSERT INTO chain (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', chainId);
  const given = await findChain(db, chainId);
  if (given === undefined) throw new ChainNumberError(chainId);
  return given;
}

/**
 * After a failover the number may belong to another chain. Called in the writing transaction, after the cursor's move.
 * @throws ChainNumberError
 */
export async function checkChain(tx: SqlExecutor, chainId: string, prepared: number): Promise<void> {
  if ((await findChain(tx, chainId)) !== prepared) throw new ChainNumberError(chainId);
}
