import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network } from './network.ts';

/**
 * What one service takes from the chain. Nothing else changes its rows.
 * Both verbs run inside the transaction that moves the cursor: a throw leaves rows and cursor as they were.
 */
export interface BlockHandler<Tx> {
  /**
   * Kinds of outputs that it reads, when those alone matter to it: a block without any may be handed over without its transactions, which
   * would be sent and decoded for nothing.
   */
  kinds?: readonly string[];
  /** Writes the rows of consecutive blocks that follow the cursor. */
  apply(tx: Tx, network: Network, blocks: readonly Block[]): Promise<void>;
  /** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. */
  revert(tx: Tx, network: Network, keepHeight: number): Promise<void>;
}
