import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import type { Spender } from './output-row.ts';

const SPEND_COLUMNS = {
  chain: 'smallint',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  spent_height: 'integer',
  spender_tx_index: 'integer',
  spender_index: 'integer',
};

/** Their insert throws where one is spent already. */
export async function spendRows(copies: boolean, chain: number, spenders: readonly Spender[]): Promise<TableRows> {
  const rows = new TableRows('spend', SPEND_COLUMNS, copies);
  await inYieldingSteps(spenders, ({ place: spender, spends }) => {
    let index = 0;
    for (const { place, vout } of spends) {
      rows.add([chain, place.height, place.index, vout, spender.height, spender.index, index]);
      index += 1;
    }
  });
  return rows;
}

/** Takes back the spends made above a height; -1: all. */
export async function revertSpends(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM spend WHERE chain = $1 AND spent_height > $2', chain, keepHeight);
}
