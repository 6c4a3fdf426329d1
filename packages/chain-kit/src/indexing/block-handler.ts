import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlDatabase } from '#/db/sql-executor.ts';

/** Writes the rows of a batch, inside the transaction that moves the cursor: a throw leaves rows and cursor as they were. */
export interface WriteRows<Tx> {
  (tx: Tx): Promise<void>;
  /** Called once that transaction is committed: for what must not happen twice where a batch is written again. */
  committed?(): void;
}

/**
 * Consecutive blocks, decoded one by one as the handler iterates. A handler extracts what it needs from each block and drops it: objects that
 * live until the batch is ready are costly to collect. To be read once, to the end.
 */
export type Blocks = AsyncIterable<Block> | Iterable<Block>;

/** Reads each block in turn and keeps only what `read` returns. */
export async function readEach<Read>(blocks: Blocks, read: (block: Block) => Read): Promise<Read[]> {
  const all: Read[] = [];
  for await (const block of blocks) all.push(read(block));
  return all;
}

/**
 * The work of one service on the blocks of a chain. Only this handler changes the rows of the service; `createHandler` makes it of the
 * service's modules. A batch is written only if the cursor has not moved since it was prepared: what prepare has read still holds then.
 */
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
   * Reads consecutive blocks, at least one, and prepares their rows. The batch before may still be on its way to the database: a
   * service that reads rows waits for it, unless it keeps the content of its last batch itself. Batches are prepared one after another,
   * and usually written in that order. A batch that could not be written is prepared again, and so are the batches after it.
   * @param db outside of any transaction
   * @param before resolves once the batch before is committed; rejects if it could not be written
   */
  prepare(db: SqlDatabase, network: Network, blocks: Blocks, before: Promise<unknown>): Promise<WriteRows<Tx>>;
  /** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. In the cursor's transaction, too. */
  revert(tx: Tx, network: Network, keepHeight: number): Promise<void>;
}
