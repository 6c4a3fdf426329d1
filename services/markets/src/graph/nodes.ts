import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { TransferRow } from '#/db/transfer-row.ts';

/** The common part of an entity key. */
export interface Reference {
  chainId: string;
  /** Height of the asOf it was reached through; null: the pin. */
  at?: number | null;
}

/** A transfer and the view it was reached through: everything below it is read at the same one. */
export interface TransferNode extends TransferRow {
  view: ChainView;
}
