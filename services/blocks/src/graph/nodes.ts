import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { BlockRecord } from '#/db/find-blocks.ts';
import type { PoolTransactionRecord } from '#/db/find-pool-transactions.ts';
import type { TransactionRecord } from '#/db/find-transactions.ts';

/** A block and the view it was reached through: everything below it is read at the same one. */
export interface BlockNode extends BlockRecord {
  view: ChainView;
}

/** A transaction and the view it was reached through. */
export interface TransactionNode extends TransactionRecord {
  view: ChainView;
}

/** A transaction that the mempool holds or held, and the block and change of the mempool it was reached through. */
export interface PendingNode extends PoolTransactionRecord {
  view: ChainView;
  /** Serial of the newest change of the mempool that is seen below. */
  serial: bigint;
}

/** The common part of an entity key. */
export interface Reference {
  chainId: string;
  /** Height of the asOf it was reached through; null: the pin. */
  at?: number | null;
}
