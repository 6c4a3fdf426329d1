import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ActivityKey } from './address-transactions.ts';
import type { Direction } from './direction.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';
import { addressesOf, txidAt, wantedKeys } from './wanted-keys.ts';

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
    ...(currencyId === null ? [] : [keys.map(() => currencyId)]),
    starts.map(({ height }) => height),
    starts.map(({ txIndex }) => txIndex),
    bounds.map(({ first, last }) => (order === 'ASC' ? last : first)),
    limit,
  ];
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
  const ofCurrency = table === 'balance_change';
  const columns = ['chain', 'address_id', ...(ofCurrency ? ['currency_id'] : [])];
  const key = {
    step: columns.map((column) => `step.${column}`).join(', '),
    wanted: columns.map((column) => `wanted.${column}`).join(', '),
    order: columns.map((column) => `step.${column} ${order}`).join(', '),
  };
  const wanted = wantedKeys(ofCurrency ? ['address', 'currency'] : ['address'], [
    'start_height',
    'start_tx_index',
    'end_height',
  ]);
  return `SELECT (wanted.place - 1)::integer AS "keyIndex", page.height, page.tx_index AS "txIndex",
                 ${txidAt('wanted.chain', 'page.height', 'page.tx_index')} AS txid, page.direction,
                 ${addressesOf('wanted.chain', 'page.currency_ids')} AS "currencyIds",
                 page.net_satoshis AS "netSatoshis", page.balance_after AS "balanceAfter"
            FROM ${wanted}
           CROSS JOIN LATERAL (
             SELECT used.height, used.tx_index, used.direction, used.currency_ids, used.net_satoshis, used.balance_after
               FROM ${table} step
               JOIN address_transaction used ON used.chain = step.chain AND used.address_id = step.address_id
                AND used.height = step.height AND used.tx_index = step.tx_index
              WHERE (${key.step}, step.height, step.tx_index) ${beyond} (${key.wanted}, wanted.start_height, wanted.start_tx_index)
                AND (${key.step}, step.height) ${within} (${key.wanted}, wanted.end_height)
              ORDER BY ${key.order}, step.height ${order}, step.tx_index ${order}
              LIMIT $${ofCurrency ? 7 : 6}
           ) page
           ORDER BY wanted.place, page.height ${order}, page.tx_index ${order}`;
}
