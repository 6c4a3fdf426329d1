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

/**
 * Transactions of each address up to its height, in chain order or against it: one page per address. Where a page begins is one place, the
 * nearest of all that bound it: of two bounds on the same side Postgres would begin at one and read on to the other.
 */
export async function listAddressTransactions(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { currencyId, from, to, order, limit, after }: TransactionPage,
): Promise<ListedTransaction[]> {
  const bounds = keys.map(({ height }) => ({ first: from ?? 0, last: Math.min(to ?? height, height) }));
  const starts = bounds.map(({ first, last }) => after ?? (order === 'ASC' ? before(first) : behind(last)));
  const parameters: unknown[] = [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    starts.map(({ height }) => height),
    starts.map(({ txIndex }) => txIndex),
    bounds.map(({ first, last }) => (order === 'ASC' ? last : first)),
    limit,
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

/** The place before all transactions of a block. */
function before(height: number): TransactionPlace {
  return { height, txIndex: -1 };
}

/** The place after all transactions of a block. */
function behind(height: number): TransactionPlace {
  return { height: height + 1, txIndex: -1 };
}

/** @param table whose primary key leads through the pages; of one currency if it is `balance_change` */
function selectPages(table: 'address_transaction' | 'balance_change', order: 'ASC' | 'DESC'): string {
  const [beyond, within] = order === 'ASC' ? ['>', '<='] : ['<', '>='];
  const columns = ['chain_id', 'address', ...(table === 'balance_change' ? ['currency_id'] : [])];
  const key = {
    step: columns.map((column) => `step.${column}`).join(', '),
    wanted: columns.map((column) => (column === 'currency_id' ? '$7' : `wanted.${column}`)).join(', '),
    order: columns.map((column) => `step.${column} ${order}`).join(', '),
  };
  return `SELECT (wanted.place - 1)::integer AS "keyIndex", page.*
            FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[]) WITH ORDINALITY
              AS wanted (chain_id, address, start_height, start_tx_index, end_height, place)
           CROSS JOIN LATERAL (
             SELECT used.height, used.tx_index AS "txIndex", encode(used.txid, 'hex') AS txid, used.direction,
                    used.currency_ids AS "currencyIds", used.net_satoshis AS "netSatoshis", used.balance_after AS "balanceAfter"
               FROM ${table} step
               JOIN address_transaction used ON used.chain_id = step.chain_id AND used.address = step.address
                AND used.height = step.height AND used.tx_index = step.tx_index
              WHERE (${key.step}, step.height, step.tx_index) ${beyond} (${key.wanted}, wanted.start_height, wanted.start_tx_index)
                AND (${key.step}, step.height) ${within} (${key.wanted}, wanted.end_height)
              ORDER BY ${key.order}, step.height ${order}, step.tx_index ${order}
              LIMIT $6
           ) page
           ORDER BY wanted.place, page.height ${order}, page."txIndex" ${order}`;
}
