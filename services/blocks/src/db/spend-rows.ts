import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

const COLUMNS = {
  chain_id: 'text',
  txid: 'bytea',
  vout: 'integer',
  spender_txid: 'bytea',
  input_index: 'integer',
  height: 'integer',
};

/** An output, and the input that spends it. */
export interface SpendRow {
  txid: Uint8Array;
  vout: number;
  spenderTxid: Uint8Array;
  inputIndex: number;
}

/** The outputs that a main-chain block spends. */
export interface BlockSpends {
  block: Pick<Block, 'chainId' | 'height'>;
  spends: readonly SpendRow[];
}

/** Writes which input of these blocks spent which output. */
export async function insertSpends(tx: SqlExecutor, blocks: readonly BlockSpends[]): Promise<void> {
  const rows = blocks.flatMap(({ block: { chainId, height }, spends }) =>
    spends.map(({ txid, vout, spenderTxid, inputIndex }) => [chainId, txid, vout, spenderTxid, inputIndex, height]),
  );
  await insertRows(tx, 'spend', COLUMNS, rows);
}

export async function deleteSpendsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM spend WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
}
