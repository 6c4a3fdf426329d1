import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';

const COLUMNS = {
  chain_id: 'text',
  txid: 'bytea',
  vout: 'integer',
  spender_txid: 'bytea',
  input_index: 'integer',
  height: 'integer',
};

/** Notes which input of these main-chain blocks spent which output. */
export async function insertSpends(tx: SqlExecutor, blocks: readonly Block[]): Promise<void> {
  const rows = blocks.flatMap((block) =>
    block.transactions.flatMap((transaction) =>
      transaction.inputs.flatMap((input, index) =>
        input.coinbase.length > 0
          ? []
          : [[block.chainId, input.txid, input.vout, transaction.txid, index, block.height]],
      ),
    ),
  );
  await insertRows(tx, 'spend', COLUMNS, rows);
}

export async function deleteSpendsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM spend WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
}
