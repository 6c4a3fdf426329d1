import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlDatabase } from '#/db/sql-executor.ts';

/** Writes the rows of a batch, inside the transaction that moves the cursor: a throw leaves rows and cursor as they were. */
export type WriteRows<Tx> = (tx: Tx) => Promise<void>;

/**
 * Consecutive blocks, decoded one by one as the handler iterates. A handler extracts what it needs from each block and drops it: objects that
 * live until the batch is ready are costly to collect. To be read once, to the end.
 */
export type Blocks = AsyncIterable<Block> | Iterable<Block>;

/** The work of one service on the blocks of a chain. Only this handler changes the rows of the service. */
export interface BlockHandler<Tx> {
  /**
   * Kinds of outputs that the service reads, when it needs only those. A block without any of them may come without its transactions, which
   * would be sent and decoded in vain.
   */
  kinds?: readonly string[];
  /**
   * Describes what a network's announcement lacks before its blocks can be applied, as a sentence for an operator; null: nothing.
   * While something is missing, no block is requested. The chain goes on by itself when the announcement has changed.
   */
  findMissing?(network: Network): string | null;
  /**
   * Prepares consecutive blocks, at least one, for the write. A service reads here while the batch before may still be on its way to
   * the database. The rows of that batch may be there or not, so the service must keep their content itself. Batches are prepared one after
   * another, and usually written in that order. A batch that could not be written is prepared again, and so are the batches after it.
   * @param db outside of any transaction
   */
  prepare(db: SqlDatabase, network: Network, blocks: Blocks): Promise<WriteRows<Tx>>;
  /** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. In the cursor's transaction, too. */
  revert(tx: Tx, network: Network, keepHeight: number): Promise<void>;
}
