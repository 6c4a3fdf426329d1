import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransactionPage, TransactionPlace } from './list-address-transactions.ts';
import type { ListedMovement } from './list-movements.ts';
import { walletPageParameters } from './list-wallet-transactions.ts';
import type { Wallet } from './wallet.ts';
import { findWalletBalances } from './wallet-balances.ts';
import { WALLET_MOVEMENTS } from './wallet-transaction-statements.ts';

export interface WalletMovement extends Omit<ListedMovement, 'keyIndex'> {
  currencyId: string;
  /** Addresses of the wallet that the transaction moved the currency of. */
  addresses: string[];
  number: number;
}

export interface WalletMovementPage extends TransactionPage {
  after: (TransactionPlace & { number: number }) | null;
}

type ListedRow = Omit<WalletMovement, 'currencyId' | 'amount' | 'balance' | 'number'> & {
  currencyIds: string[];
  netSatoshis: bigint[];
};

export async function listWalletMovements(
  db: SqlExecutor,
  wallet: Wallet,
  { after, ...page }: WalletMovementPage,
): Promise<WalletMovement[]> {
  const { currencyId, order, limit } = page;
  // The transaction at `after` is read again: it may have more movements.
  const before = after && { height: after.height, txIndex: after.txIndex + (order === 'ASC' ? -1 : 1) };
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    WALLET_MOVEMENTS[currencyId === null ? 'all' : 'ofCurrency'][order],
    ...walletPageParameters(wallet, { ...page, limit: limit + 1, after: before }),
  );
  const shown = firstMovements(rows, limit + (after?.number ?? 0), currencyId);
  const inChainOrder = order === 'ASC' ? shown : shown.toReversed();
  const [first] = inChainOrder;
  if (first === undefined) return [];
  const start = { height: first.height, txIndex: first.txIndex - 1 };
  const moved = currencyId === null ? [...new Set(shown.flatMap(({ currencyIds }) => currencyIds))] : [currencyId];
  const balances = new Map(
    (await findWalletBalances(db, wallet, start, moved)).map((balance) => [balance.currencyId, balance.satoshis]),
  );
  const movements = inChainOrder.map((row) => readMovements(row, balances, currencyId));
  const isShown = ({ height, txIndex, number }: WalletMovement): boolean =>
    after !== null && height === after.height && txIndex === after.txIndex && number <= after.number;
  return (order === 'ASC' ? movements : movements.toReversed())
    .flat()
    .filter((movement) => !isShown(movement))
    .slice(0, limit);
}

/** Transactions that are not shown would need the balances of their currencies. */
function firstMovements(rows: readonly ListedRow[], limit: number, currencyId: string | null): ListedRow[] {
  let movements = 0;
  return rows.filter(({ currencyIds }) => {
    const isShown = movements < limit;
    movements += currencyId === null ? currencyIds.length : 1;
    return isShown;
  });
}

/** @param balances before the transaction; updated to those after it */
function readMovements(
  { currencyIds, netSatoshis, ...row }: ListedRow,
  balances: Map<string, bigint>,
  currencyId: string | null,
): WalletMovement[] {
  const movements: WalletMovement[] = [];
  for (const [index, moved] of currencyIds.entries()) {
    if (currencyId !== null && moved !== currencyId) continue;
    const amount = BigInt(netSatoshis[index] ?? 0n);
    const balance = (balances.get(moved) ?? 0n) + amount;
    balances.set(moved, balance);
    movements.push({ ...row, currencyId: moved, amount, balance, number: movements.length + 1 });
  }
  return movements;
}
