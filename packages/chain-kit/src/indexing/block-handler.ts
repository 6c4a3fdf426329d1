import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network } from '#/chain/network.ts';
import type { SqlDatabase } from '#/db/sql-executor.ts';

/** Writes the rows of a batch, inside the transaction that moves the cursor: a throw leaves rows and cursor as they were. */
export type WriteRows<Tx> = (tx: Tx) => Promise<void>;

/**
 * Consecutive blocks, decoded one by one as they are asked for: a handler takes what it needs of each and lets it go, since what lives
 * until the batch is ready does not die young. To be read once, to the end.
 */
export type Blocks = AsyncIterable<Block> | Iterable<Block>;

/** What one service takes from the chain. Nothing else changes its rows. */
export interface BlockHandler<Tx> {
  /**
   * Kinds of outputs that it reads, when those alone matter to it: a block without any may be handed over without its transactions, which
   * would be sent and decoded for nothing.
   */
  kinds?: readonly string[];
  /**
   * What is missing in a network's announcement before its blocks can be taken, as a sentence for an operator; null: nothing.
   * While something is, no block is asked for, and the chain goes on by itself when the announcement has changed.
   */
  findMissing?(network: Network): string | null;
  /**
   * Gets consecutive blocks, at least one, ready to be written. What a service reads here, it reads while the batch before is still on
   * its way to the database: its rows may be there or not, and the service has to know itself what they say. Batches are prepared one
   * after another, and as a rule written in that order; one that could not be written is prepared anew, and so is what follows it.
   * @param db outside of any transaction
   */
  prepare(db: SqlDatabase, network: Network, blocks: Blocks): Promise<WriteRows<Tx>>;
  /** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. In the cursor's transaction, too. */
  revert(tx: Tx, network: Network, keepHeight: number): Promise<void>;
}
