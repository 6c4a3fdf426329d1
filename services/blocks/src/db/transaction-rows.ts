import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** A transaction in a block; amounts in satoshis. */
export interface TransactionRow {
  chainId: string;
  blockHash: Uint8Array;
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
  /** Piece of the block's encoding; see schema.prisma. */
  fragment: Uint8Array;
}

const COLUMNS = {
  chain_id: 'text',
  block_hash: 'bytea',
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

/**
 * Inserts rows. Rows of a block that comes back after a reorganisation exist already, and stay.
 * @param areNew true if none of the blocks has a row
 */
export async function insertTransactions(
  tx: SqlExecutor,
  rows: readonly TransactionRow[],
  areNew: boolean,
): Promise<void> {
  await insertRows(
    tx,
    'transaction',
    COLUMNS,
    rows.map((row) => [
      row.chainId,
      row.blockHash,
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
    areNew ? '' : 'ON CONFLICT DO NOTHING',
  );
}
