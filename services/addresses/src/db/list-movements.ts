import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Direction } from './address-activity.ts';
import type { ActivityKey } from './address-transactions.ts';
import { pageParameters, type TransactionPage, type TransactionPlace } from './list-address-transactions.ts';
import { MOVEMENT_PAGES } from './movement-statements.ts';

/** A page of the movements of one currency. */
export interface MovementPage extends TransactionPage {
  currencyId: string;
}

/** Effect of one transaction on one currency of the address that `keyIndex` names. */
export interface ListedMovement extends TransactionPlace {
  keyIndex: number;
  txid: string;
  /** Net, signed, in satoshis. */
  amount: bigint;
  /** Right after it. */
  balance: bigint;
  /** Unix seconds of its block; null: a reorganisation has just removed it. */
  time: number | null;
  /** Role of the address in the whole transaction. */
  direction: Direction;
}

/** Movements of each address up to its height: one page per address. */
export async function listMovements(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  page: MovementPage,
): Promise<ListedMovement[]> {
  return db.$queryRawUnsafe<ListedMovement[]>(MOVEMENT_PAGES[page.order], ...pageParameters(keys, page));
}
