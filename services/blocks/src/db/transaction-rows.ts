import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { listNew, type PlacedBlock } from './block-places.ts';

/** Amounts in satoshis. */
export interface TransactionRow {
  index: number;
  txid: Uint8Array;
  size: number | null;
  version: number;
  lockTime: number;
  expiryHeight: number | null;
  valueIn: bigint | null;
  valueOut: bigint;
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

/** Rows of a block that comes back after a reorganisation stay. */
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
