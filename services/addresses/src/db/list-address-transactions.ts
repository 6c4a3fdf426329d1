import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressTransactionRow } from './address-transaction-row.ts';
import type { ActivityKey } from './address-transactions.ts';
import { readAmounts } from './outputs.ts';

/** Place of a transaction on the chain. */
export interface TransactionPlace {
  height: number;
  txIndex: number;
}

export interface TransactionPage {
  /** Only transactions that moved this currency. */
  currencyId: string | null;
  /** Inclusive ends of the range of heights; null: open. */
  from: number | null;
  to: number | null;
  order: 'ASC' | 'DESC';
  limit: number;
  after: TransactionPlace | null;
}

/** A transaction of the address that `keyIndex` names. */
export type ListedTransaction = Omit<
  AddressTransactionRow,
  'address' | 'txCount' | 'utxoCount' | 'spendableUtxoCount'
> & {
  keyIndex: number;
};

type ListedRow = Omit<ListedTransaction, 'amounts'> & { currencyIds: string[]; netSatoshis: bigint[] };

const HEIGHT_MAX = 2 ** 31 - 1;
const BEFORE_ALL = { height: -1, txIndex: -1 };
const AFTER_ALL = { height: HEIGHT_MAX, txIndex: HEIGHT_MAX };

/** Transactions of each address up to its height, in chain order or against it: one page per address. */
export async function listAddressTransactions(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { currencyId, from, to, order, limit, after }: TransactionPage,
): Promise<ListedTransaction[]> {
  const last = after ?? (order === 'ASC' ? BEFORE_ALL : AFTER_ALL);
  const parameters: unknown[] = [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
    from ?? 0,
    to ?? HEIGHT_MAX,
    limit,
    last.height,
    last.txIndex,
  ];
  if (currencyId !== null) parameters.push(currencyId);
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    selectPages(currencyId === null ? 'address_transaction' : 'balance_change', order),
    ...parameters,
  );
  return rows.map(({ currencyIds, netSatoshis, ...row }) => ({
    ...row,
    amounts: readAmounts(currencyIds, netSatoshis),
  }));
}

/** @param table whose primary key leads through the pages; of one currency if it is `balance_change` */
function selectPages(table: 'address_transaction' | 'balance_change', order: 'ASC' | 'DESC'): string {
  return `SELECT (wanted.place - 1)::integer AS "keyIndex", page.*
            FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, address, height, place)
           CROSS JOIN LATERAL (
             SELECT used.height, used.tx_index AS "txIndex", encode(used.txid, 'hex') AS txid, used.direction,
                    used.currency_ids AS "currencyIds", used.net_satoshis AS "netSatoshis", used.balance_after AS "balanceAfter"
               FROM ${table} step
               JOIN address_transaction used ON used.chain_id = step.chain_id AND used.address = step.address
                AND used.height = step.height AND used.tx_index = step.tx_index
              WHERE step.chain_id = wanted.chain_id AND step.address = wanted.address
                ${table === 'balance_change' ? 'AND step.currency_id = $9' : ''}
                AND step.height >= $4::integer AND step.height <= least($5::integer, wanted.height)
                AND (step.height, step.tx_index) ${order === 'ASC' ? '>' : '<'} ($7::integer, $8::integer)
              ORDER BY step.height ${order}, step.tx_index ${order}
              LIMIT $6
           ) page
           ORDER BY wanted.place, page.height ${order}, page."txIndex" ${order}`;
}
