import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { placeBefore, type TransactionPage, type TransactionPlace } from './list-address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';
import { firstRows, sampledRanges, type Wallet } from './wallet.ts';
import { WALLET_TRANSACTIONS } from './wallet-transaction-statements.ts';

export interface WalletTransaction extends TransactionPlace {
  txid: string;
  /** Net and signed, of the whole wallet; native first, then by currency. */
  amounts: readonly CurrencyValue[];
}

type ListedRow = Omit<WalletTransaction, 'amounts'> & { currencyIds: string[]; netSatoshis: bigint[] };

export async function listWalletTransactions(
  db: SqlExecutor,
  wallet: Wallet,
  page: TransactionPage,
): Promise<WalletTransaction[]> {
  const statement = WALLET_TRANSACTIONS[page.currencyId === null ? 'all' : 'ofCurrency'][page.order];
  const rows = await db.$queryRawUnsafe<ListedRow[]>(statement, ...walletPageParameters(wallet, page));
  return rows.map(({ currencyIds, netSatoshis, ...row }) => ({
    ...row,
    amounts: readAmounts(currencyIds, netSatoshis),
  }));
}

export function walletPageParameters(
  wallet: Wallet,
  { currencyId, from, to, order, limit, after }: TransactionPage,
): unknown[] {
  const range = { first: from ?? 0, last: Math.min(to ?? wallet.height, wallet.height) };
  const start = after ?? placeBefore(range, order);
  return [
    wallet.chainId,
    wallet.addresses,
    start.height,
    start.txIndex,
    order === 'ASC' ? range.last : range.first,
    limit,
    firstRows(wallet, limit),
    sampledRanges(wallet),
    ...(currencyId === null ? [] : [currencyId]),
  ];
}
