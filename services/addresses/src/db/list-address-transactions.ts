import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Direction } from './address-activity.ts';
import type { ActivityKey } from './address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';
import { TRANSACTION_PAGES } from './transaction-statements.ts';

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
export interface ListedTransaction extends TransactionPlace {
  keyIndex: number;
  txid: string;
  direction: Direction;
  /** Net amounts, signed, native first, then by currency. */
  amounts: readonly CurrencyValue[];
  /** Native balance right after it. */
  balanceAfter: bigint;
}

/** A transaction with its amounts as the two arrays of its row. */
export type ListedRow = Omit<ListedTransaction, 'amounts'> & { currencyIds: string[]; netSatoshis: bigint[] };

/**
 * Transactions of each address up to its height, in chain order or against it: one page per address. Where a page begins is one place, the
 * nearest of all that bound it: of two bounds on the same side Postgres would begin at one and read on to the other.
 */
export async function listAddressTransactions(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { currencyId, from, to, order, limit, after }: TransactionPage,
): Promise<ListedTransaction[]> {
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    TRANSACTION_PAGES[currencyId === null ? 'all' : 'ofCurrency'][order],
    ...pageParameters(keys, { currencyId, from, to, order, limit, after }),
  );
  return rows.map(readListedRow);
}

/** Parameters of a page of transactions: see transaction-statements.ts. */
export function pageParameters(
  keys: readonly ActivityKey[],
  { currencyId, from, to, order, limit, after }: TransactionPage,
): unknown[] {
  const bounds = keys.map(({ height }) => ({ first: from ?? 0, last: Math.min(to ?? height, height) }));
  const starts = bounds.map((range) => after ?? placeBefore(range, order));
  return [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    ...(currencyId === null ? [] : [keys.map(() => currencyId)]),
    starts.map(({ height }) => height),
    starts.map(({ txIndex }) => txIndex),
    bounds.map(({ first, last }) => (order === 'ASC' ? last : first)),
    limit,
  ];
}

export function readListedRow({ currencyIds, netSatoshis, ...row }: ListedRow): ListedTransaction {
  return { ...row, amounts: readAmounts(currencyIds, netSatoshis) };
}

/** The place before the first transaction of a list. @param range heights, both included */
export function placeBefore(range: { first: number; last: number }, order: TransactionPage['order']): TransactionPlace {
  return { height: order === 'ASC' ? range.first : range.last + 1, txIndex: -1 };
}
