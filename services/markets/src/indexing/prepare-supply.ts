import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findSupplies, findSystems } from '#/db/supply-rows.ts';
import type { FlowRows } from '#/flows/flow-rows.ts';
import type { ReadFlows } from './read-flows.ts';
import type { SupplyBlock } from './read-supply.ts';
import { IndexedFlows, SupplyBatch, type SupplyRows } from './supply-batch.ts';

/** A block, as far as changes of supply follow from it. */
export interface SupplyFlows {
  height: number;
  flows: Pick<ReadFlows, 'imports'>;
  supply: SupplyBlock;
}

/**
 * Computes the changes of supply that consecutive blocks make.
 * @param flows of the same blocks
 */
export async function prepareSupply(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly SupplyFlows[],
  flows: FlowRows,
): Promise<SupplyRows> {
  const ids = mentionedIds(blocks, flows);
  const known = {
    systems: await findSystems(db, chainId, ids),
    supplies: await findSupplies(db, chainId, ids),
  };
  const batch = new SupplyBatch(chainId, known, new IndexedFlows(flows));
  const records = Map.groupBy([...flows.exports, ...flows.imports], ({ height }) => height);
  for (const { height, supply, flows: read } of blocks) {
    for (const system of supply.systems) batch.define({ ...system, height });
    const own = (records.get(height) ?? []).sort((a, b) => a.txIndex - b.txIndex || a.vout - b.vout);
    const first = own.find(({ txIndex }) => txIndex === 0);
    if (supply.issued !== null && first !== undefined) batch.issue(first, supply.issued);
    for (const record of own) {
      if ('export' in record) batch.export(record);
      else batch.import(record, record.txIndex === 0 ? null : valueInOf(read, record));
    }
  }
  return batch.rows();
}

type RecordPlace = { txIndex: number; vout: number };

function valueInOf({ imports }: Pick<ReadFlows, 'imports'>, { txIndex, vout }: RecordPlace) {
  return imports.find((one) => one.txIndex === txIndex && one.vout === vout)?.import.valueIn ?? null;
}

/** Every currency whose earlier rows the new ones may depend on. */
function mentionedIds(blocks: readonly SupplyFlows[], flows: FlowRows): string[] {
  const ids = new Set([
    ...flows.imports.flatMap(({ currencyId, sourceSystemId }) => [currencyId, sourceSystemId]),
    ...flows.exports.flatMap((row) => [...row.export.totalBurned.keys()]),
  ]);
  for (const { supply, flows: read } of blocks) {
    for (const { currencyId } of supply.systems) ids.add(currencyId);
    for (const currencyId of supply.issued?.keys() ?? []) ids.add(currencyId);
    for (const one of read.imports) for (const currencyId of one.import.valueIn.keys()) ids.add(currencyId);
  }
  return [...ids];
}
