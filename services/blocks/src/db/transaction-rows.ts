import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { listNew, type PlacedBlock } from './block-places.ts';

/** A transaction in a block; amounts in satoshis. */
export interface TransactionRow {
  /** Position in the block, 0 = coinbase. */
  index: number;
  txid: Uint8Array;
  /** Serialised size in bytes; null where it is not known. */
  size: number | null;
  version: number;
  lockTime: number;
  expiryHeight: number | null;
  /** Null for a coinbase. */
  valueIn: bigint | null;
  valueOut: bigint;
  /** Null where it is not defined. */
  fee: bigint | null;
  inputCount: number;
  outputCount: number;
  fragment: Uint8Array;
}

const COLUMNS = {
  chain: 'smallint',
  height: 'integer',
  ordinal: 'smallint',
  index: 'integer',
  txid: 'bytea',
  size: 'integer',
  version: 'integer',
  lock_time: 'bigint',
  expiry_height: 'bigint',
  value_in: 'bigint',
  value_out: 'bigint',
  fee: 'bigint',
  input_count: 'integer',
  output_count: 'integer',
  fragment: 'bytea',
};

export interface BlockTransactions {
  block: { transactions: readonly TransactionRow[] };
}

/** Inserts the transactions of blocks. Rows of a block that comes back after a reorganisation exist already, and stay. */
export async function insertTransactions(
  tx: SqlExecutor,
  placed: readonly PlacedBlock<BlockTransactions>[],
): Promise<void> {
  await insertRows(
    tx,
    'transaction',
    COLUMNS,
    listNew(placed).flatMap(({ row: { block }, place }) =>
      block.transactions.map((row) => [
        place.chain,
        place.height,
        place.ordinal,
        row.index,
        row.txid,
        row.size,
        row.version,
        row.lockTime,
        row.expiryHeight,
        row.valueIn,
        row.valueOut,
        row.fee,
        row.inputCount,
        row.outputCount,
        row.fragment,
      ]),
    ),
  );
}
