import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { BalanceState } from './balance-state.ts';
import type { RunningBalance } from './chain-address.ts';
import type { PlacedTransaction } from './output-row.ts';
import { CHAIN_ADDRESS_AND_CURRENCY } from './wanted-keys.ts';

export const balanceChanges = describeTable('balance_change_row', {
  addressId: 'integer',
  currencyId: 'integer',
  height: 'integer',
  txIndex: 'integer',
  credit: 'bigint',
  debit: 'bigint',
  balance: 'bigint',
  received: 'numeric',
  txCount: 'integer',
  utxoCount: 'integer',
  spendableUtxoCount: 'integer',
});

export interface BalanceChange {
  runningBalance: RunningBalance;
  credit: bigint;
  debit: bigint;
}

export function addBalanceChange(
  rows: TableRows,
  chain: number,
  { height, index }: PlacedTransaction,
  { runningBalance, credit, debit }: BalanceChange,
): void {
  rows.add([
    chain,
    runningBalance.address.id,
    runningBalance.currency.id,
    height,
    index,
    credit,
    debit,
    runningBalance.balance,
    runningBalance.received,
    runningBalance.txCount,
    runningBalance.utxoCount,
    runningBalance.spendableUtxoCount,
  ]);
}

export interface BalanceKey {
  chainId: string;
  address: string;
  currencyId: string;
  height: number;
}

export interface FoundBalance extends BalanceState {
  keyIndex: number;
  height: number;
}

type FoundRow = Omit<FoundBalance, 'received'> & { received: string };

export async function findBalances(db: SqlExecutor, keys: readonly BalanceKey[]): Promise<FoundBalance[]> {
  if (keys.length === 0) return [];
  const rows = await db.$queryRawUnsafe<FoundRow[]>(
    `SELECT state.*
       FROM (SELECT chain.id AS chain, address.id AS address_id, currency.id AS currency_id, listed.height, listed.place
               FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) WITH ORDINALITY
                 AS listed (chain_id, address, currency, height, place)
               ${CHAIN_ADDRESS_AND_CURRENCY}
            ) wanted
      CROSS JOIN LATERAL (
        SELECT (wanted.place - 1)::integer AS "keyIndex", change.height, change.balance, change.received::text,
               change.tx_count AS "txCount", change.utxo_count AS "utxoCount",
               change.spendable_utxo_count AS "spendableUtxoCount"
          FROM balance_change change
         WHERE change.chain = wanted.chain AND change.address_id = wanted.address_id
           AND change.currency_id = wanted.currency_id AND change.height <= wanted.height
         ORDER BY change.height DESC, change.tx_index DESC
         LIMIT 1
      ) state`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
  return rows.map(readFoundRow);
}

export async function findNewestBalances(
  tx: SqlExecutor,
  chain: number,
  runningBalances: readonly RunningBalance[],
): Promise<FoundBalance[]> {
  if (runningBalances.length === 0) return [];
  const rows = await tx.$queryRawUnsafe<FoundRow[]>(
    `SELECT state.*
       FROM (SELECT $1::smallint AS chain, listed.*
               FROM unnest($2::integer[], $3::integer[]) WITH ORDINALITY AS listed (address_id, currency_id, place)) wanted
      CROSS JOIN LATERAL (
        SELECT (wanted.place - 1)::integer AS "keyIndex", change.height, change.balance, change.received::text,
               change.tx_count AS "txCount", change.utxo_count AS "utxoCount",
               change.spendable_utxo_count AS "spendableUtxoCount"
          FROM balance_change change
         WHERE change.chain = wanted.chain AND change.address_id = wanted.address_id
           AND change.currency_id = wanted.currency_id
         ORDER BY change.height DESC, change.tx_index DESC
         LIMIT 1
      ) state`,
    chain,
    runningBalances.map(({ address }) => address.id),
    runningBalances.map(({ currency }) => currency.id),
  );
  return rows.map(readFoundRow);
}

function readFoundRow(row: FoundRow): FoundBalance {
  return { ...row, received: BigInt(row.received) };
}
