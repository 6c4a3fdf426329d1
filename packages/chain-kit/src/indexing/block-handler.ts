import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlExecutor } from '#/db/sql-executor.ts';

export interface WriteRows<Tx> {
  (tx: Tx): Promise<void>;
  /** After the commit: for effects that must not repeat when a batch is written again. */
  committed?(): void;
}

/** Decoded one by one: a handler drops each block, since long-lived objects are costly to collect. To be read once, to the end. */
export type Blocks = AsyncIterable<Block> | Iterable<Block>;

export async function readEach<Read>(blocks: Blocks, read: (block: Block) => Read): Promise<Read[]> {
  const all: Read[] = [];
  for await (const block of blocks) all.push(read(block));
  return all;
}

/** A batch is written only if the cursor has not moved since it was prepared, so its reads still hold. */
export interface BlockHandler<Tx> {
  /** Kinds of outputs that the service needs. A block without any of them may come without its transactions. Absent: all. */
  kinds?: readonly string[];
  /**
   * A sentence for an operator about missing parts of a network's announcement; null: nothing. Until it changes, no block is requested.
   */
  findMissing?(network: Network): string | null;
  /**
   * A service that reads rows waits for the previous batch, unless it keeps that batch itself. After a failed write that batch and later
   * ones are prepared again.
   * @param db outside of any transaction
   * @param blocks consecutive, at least one
   * @param before resolves once the previous batch is committed; rejects if it could not be written
   */
  prepare(db: SqlExecutor, network: Network, blocks: Blocks, before: Promise<unknown>): Promise<WriteRows<Tx>>;
  /** Leaves the rows as if blocks above keepHeight had never been applied (-1: all), in the cursor's transaction. */
  revert(tx: Tx, network: Network, keepHeight: number): Promise<void>;
}
