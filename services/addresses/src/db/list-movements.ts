import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Direction } from './address-activity.ts';
import type { ActivityKey } from './address-transactions.ts';
import { pageParameters, type TransactionPage, type TransactionPlace } from './list-address-transactions.ts';
import { MOVEMENT_PAGES } from './movement-statements.ts';

export interface MovementPage extends TransactionPage {
  currencyId: string;
}

export interface ListedMovement extends TransactionPlace {
  keyIndex: number;
  txid: string;
  /** Net and signed, in satoshis. */
  amount: bigint;
  balance: bigint;
  /** Unix seconds; null: a reorganisation has just removed the block. */
  time: number | null;
  direction: Direction;
}

export async function listMovements(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  page: MovementPage,
): Promise<ListedMovement[]> {
  return db.$queryRawUnsafe<ListedMovement[]>(MOVEMENT_PAGES[page.order], ...pageParameters(keys, page));
}
