import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { BalanceState } from './balance-state.ts';
import type { Holding } from './chain-address.ts';
import type { PlacedTransaction } from './output-row.ts';
import { wantedIds, wantedKeys } from './wanted-keys.ts';

const BALANCE_CHANGE_COLUMNS = {
  chain: 'smallint',
  address_id: 'integer',
  currency_id: 'integer',
  height: 'integer',
  tx_index: 'integer',
  credit: 'bigint',
  debit: 'bigint',
  balance: 'bigint',
  received: 'numeric',
  tx_count: 'integer',
  utxo_count: 'integer',
  spendable_utxo_count: 'integer',
};

export function newBalanceChangeRows(copies: boolean): TableRows {
  return new TableRows('balance_change', BALANCE_CHANGE_COLUMNS, copies);
}

/** Change of a currency of an address by a transaction. */
export interface BalanceChange {
  holding: Holding;
  credit: bigint;
  debit: bigint;
}

/** @param change which the holding was moved on by */
export function addBalanceChange(
  rows: TableRows,
  chain: number,
  { height, index }: PlacedTransaction,
  { holding, credit, debit }: BalanceChange,
): void {
  rows.add([
    chain,
    holding.address.id,
    holding.currency.id,
    height,
    index,
    credit,
    debit,
    holding.balance,
    holding.received,
    holding.txCount,
    holding.utxoCount,
    holding.spendableUtxoCount,
  ]);
}

/** A currency of an address at a height: rows up to it count. */
export interface BalanceKey {
  chainId: string;
  address: string;
  currencyId: string;
  height: number;
}

/** A state, and the index of the key it answers. */
export interface FoundBalance extends BalanceState {
  keyIndex: number;
  /** Height of the last change. */
  height: number;
}

type FoundRow = Omit<FoundBalance, 'received'> & { received: string };

/** SQL of the newest state of `wanted` among the rows that meet a condition: one index probe. */
function newestState(condition = ''): string {
  return `SELECT (wanted.place - 1)::integer AS "keyIndex", change.height, change.balance, change.received::text, change.tx_count AS "txCount",
                 change.utxo_count AS "utxoCount", change.spendable_utxo_count AS "spendableUtxoCount"
            FROM balance_change change
           WHERE change.chain = wanted.chain AND change.address_id = wanted.address_id
             AND change.currency_id = wanted.currency_id ${condition}
           ORDER BY change.height DESC, change.tx_index DESC
           LIMIT 1`;
}

/** The state at each key; keys whose address never had the currency are missing. */
export async function findBalances(db: SqlExecutor, keys: readonly BalanceKey[]): Promise<FoundBalance[]> {
  if (keys.length === 0) return [];
  const rows = await db.$queryRawUnsafe<FoundRow[]>(
    `SELECT state.* FROM ${wantedKeys(['address', 'currency'], ['height'])}
      CROSS JOIN LATERAL (${newestState('AND change.height <= wanted.height')}) state`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
  return rows.map(readFoundRow);
}

/** The newest state of each, for the writer of the chain; those whose address never had the currency are missing. */
export async function findNewestBalances(
  tx: SqlExecutor,
  chain: number,
  holdings: readonly Holding[],
): Promise<FoundBalance[]> {
  if (holdings.length === 0) return [];
  const rows = await tx.$queryRawUnsafe<FoundRow[]>(
    `SELECT state.* FROM ${wantedIds(['address', 'currency'])} CROSS JOIN LATERAL (${newestState()}) state`,
    chain,
    holdings.map(({ address }) => address.id),
    holdings.map(({ currency }) => currency.id),
  );
  return rows.map(readFoundRow);
}

function readFoundRow(row: FoundRow): FoundBalance {
  return { ...row, received: BigInt(row.received) };
}
