import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import type { Spender } from './output-row.ts';

const COLUMNS = {
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  spentHeight: 'integer',
  spenderTxIndex: 'integer',
} as const;

export const ownerlessSpends = describeTable('ownerless_spend', COLUMNS, { height: 'spentHeight' });

/** Spends of outputs without an address; all others stand with their addresses. The insert throws where one is spent already. */
export async function ownerlessSpendRows(chain: number, spenders: readonly Spender[]): Promise<TableRows> {
  const rows = ownerlessSpends.collect();
  await inYieldingSteps(spenders, ({ place: spender, spends }) => {
    for (const { place, vout, addresses } of spends) {
      if (addresses.length > 0) continue;
      rows.add([chain, place.height, place.index, vout, spender.height, spender.index]);
    }
  });
  return rows;
}
