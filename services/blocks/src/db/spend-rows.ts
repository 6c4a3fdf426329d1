import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

const COLUMNS = {
  chain: 'smallint',
  txid: 'bytea',
  vout: 'integer',
  height: 'integer',
  spender_tx_index: 'integer',
  input_index: 'integer',
};

export interface SpendRow {
  txid: Uint8Array;
  vout: number;
  spenderTxIndex: number;
  inputIndex: number;
}

export interface BlockSpends {
  block: Pick<Block, 'height'>;
  spends: readonly SpendRow[];
}

export async function insertSpends(tx: SqlExecutor, chain: number, blocks: readonly BlockSpends[]): Promise<void> {
  const rows = blocks.flatMap(({ block: { height }, spends }) =>
    spends.map(({ txid, vout, spenderTxIndex, inputIndex }) => [chain, txid, vout, height, spenderTxIndex, inputIndex]),
  );
  await insertRows(tx, 'spend', COLUMNS, rows);
}

export async function deleteSpendsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(`DELETE FROM spend WHERE chain = ${chainNumber(1)} AND height > $2`, chainId, keepHeight);
}
