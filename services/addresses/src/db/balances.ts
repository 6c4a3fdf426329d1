import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/service-kit/db/table-rows';
import type { AddressIds } from './address-ids.ts';
import type { BalanceChangeRow, BalanceState } from './balance-row.ts';
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

export function addBalanceChange(rows: TableRows, ids: AddressIds, change: BalanceChangeRow): void {
  rows.add([
    ids.chain,
    ids.idOf(change.address),
    ids.idOf(change.currencyId),
    change.height,
    change.txIndex,
    change.credit,
    change.debit,
    change.balance,
    change.received,
    change.txCount,
    change.utxoCount,
    change.spendableUtxoCount,
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

/** The newest state of each key, for the writer of the chain; keys whose address never had the currency are missing. */
export async function findNewestBalances(
  tx: SqlExecutor,
  ids: AddressIds,
  keys: readonly Pick<BalanceKey, 'address' | 'currencyId'>[],
): Promise<FoundBalance[]> {
  if (keys.length === 0) return [];
  const rows = await tx.$queryRawUnsafe<FoundRow[]>(
    `SELECT state.* FROM ${wantedIds(['address', 'currency'])} CROSS JOIN LATERAL (${newestState()}) state`,
    ids.chain,
    keys.map(({ address }) => ids.idOf(address)),
    keys.map(({ currencyId }) => ids.idOf(currencyId)),
  );
  return rows.map(readFoundRow);
}

function readFoundRow(row: FoundRow): FoundBalance {
  return { ...row, received: BigInt(row.received) };
}
