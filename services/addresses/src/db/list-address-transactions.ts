import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Direction } from './address-activity.ts';
import type { ActivityKey } from './address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';
import { TRANSACTION_PAGES } from './transaction-statements.ts';

export interface TransactionPlace {
  height: number;
  txIndex: number;
}

export interface TransactionPage {
  currencyId: string | null;
  /** Inclusive ends of the range; null: open. */
  from: number | null;
  to: number | null;
  order: 'ASC' | 'DESC';
  limit: number;
  after: TransactionPlace | null;
}

export interface ListedTransaction extends TransactionPlace {
  keyIndex: number;
  txid: string;
  direction: Direction;
  /** Net and signed; native first, then by currency. */
  amounts: readonly CurrencyValue[];
  balanceAfter: bigint;
}

export type ListedRow = Omit<ListedTransaction, 'amounts'> & { currencyIds: string[]; netSatoshis: bigint[] };

/** A page begins at the nearest of its bounds: with two bounds on one side Postgres would begin at one and read on to the other. */
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

/** @param range heights, both included */
export function placeBefore(range: { first: number; last: number }, order: TransactionPage['order']): TransactionPlace {
  return { height: order === 'ASC' ? range.first : range.last + 1, txIndex: -1 };
}
