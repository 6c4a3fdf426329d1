import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import type { Spender } from './output-row.ts';

const OWNERLESS_SPEND_COLUMNS = {
  chain: 'smallint',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  spent_height: 'integer',
  spender_tx_index: 'integer',
};

/** Spends of outputs without an address; all others stand with their addresses. The insert throws where one is spent already. */
export async function ownerlessSpendRows(
  copies: boolean,
  chain: number,
  spenders: readonly Spender[],
): Promise<TableRows> {
  const rows = new TableRows('ownerless_spend', OWNERLESS_SPEND_COLUMNS, copies);
  await inYieldingSteps(spenders, ({ place: spender, spends }) => {
    for (const { place, vout, addresses } of spends) {
      if (addresses.length > 0) continue;
      rows.add([chain, place.height, place.index, vout, spender.height, spender.index]);
    }
  });
  return rows;
}

export async function revertOwnerlessSpends(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM ownerless_spend WHERE chain = $1 AND spent_height > $2', chain, keepHeight);
}
