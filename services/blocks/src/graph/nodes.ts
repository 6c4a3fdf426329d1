import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { BlockRecord } from '#/db/find-blocks.ts';
import type { PoolTransactionRecord } from '#/db/find-pool-transactions.ts';
import type { TransactionRecord } from '#/db/find-transactions.ts';

/** Everything below the block is read at the same view. */
export interface BlockNode extends BlockRecord {
  view: ChainView;
}

export interface TransactionNode extends TransactionRecord {
  view: ChainView;
}

export interface PendingNode extends PoolTransactionRecord {
  view: ChainView;
  serial: bigint;
}

export interface Reference {
  chainId: string;
  /** Height of the asOf; null: the pin. */
  at?: number | null;
}
