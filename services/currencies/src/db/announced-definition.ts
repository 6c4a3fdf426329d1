import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Rows that hold the announced definition stand at a place that no transaction has. */
const ANNOUNCED = 'currency_id = $1 AND height = 0 AND tx_index = -1';

/** Definition of the native currency as it was announced when genesis was applied; null: genesis is not applied. */
export async function findAnnouncedDefinition(tx: SqlExecutor, chainId: string): Promise<string | null> {
  const rows = await tx.$queryRawUnsafe<{ definition: string }[]>(
    `SELECT definition FROM currency_definition WHERE chain_id = $1 AND ${ANNOUNCED}`,
    chainId,
  );
  return rows[0]?.definition ?? null;
}

/** Removes that definition and its initial state; the coins that genesis issued stay. */
export async function deleteAnnouncedDefinition(tx: SqlExecutor, chainId: string): Promise<void> {
  await tx.$executeRawUnsafe(`DELETE FROM currency_definition WHERE chain_id = $1 AND ${ANNOUNCED}`, chainId);
  await tx.$executeRawUnsafe(
    `DELETE FROM currency_state WHERE chain = ${chainNumber(1)} AND ${ANNOUNCED} AND source = 'INITIAL'`,
    chainId,
  );
}
