import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** In the order of their dependence: the first different table is where a difference began. */
const TABLES = [
  'address',
  'transaction_place',
  'output',
  'spend',
  'ownerless_spend',
  'address_utxo',
  'address_spent_output',
  'token_utxo',
  'token_spent_output',
  'address_transaction',
  'balance_change',
  'guarded_count',
  'identity_lock',
  'joint_guard',
  'sharer',
  'shared_balance',
  'token_balance',
  'holder_change',
  'held_total',
  'holder',
  'known_currency',
  'hour_start',
  'active_count',
];

/** Sorted rows of one chain. Ids follow from the blocks and are compared, except the chain's own. */
export async function dumpTables(db: SqlExecutor, chainId: string): Promise<Record<string, string[]>> {
  const dumps: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.$queryRawUnsafe<{ text: string }[]>(
      `SELECT (to_jsonb(row) - 'chain')::text AS text FROM "${table}" row JOIN chain ON chain.id = row.chain
        WHERE chain.chain_id = $1 ORDER BY 1`,
      chainId,
    );
    dumps[table] = rows.map(({ text }) => text);
  }
  return dumps;
}
