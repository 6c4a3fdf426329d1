import type { Module, ModuleBatch } from '@ledgergraph/chain-kit/indexing/module';
import { findSupplies, findSystems, supplyEventTable, systemTable } from '#/db/supply-tables.ts';
import type { FlowRows } from './flow-rows.ts';
import { flows } from './flows.ts';
import { readSupply, type SupplyBlock } from './read-supply.ts';
import { IndexedFlows, SupplyBatch, type SupplyRows } from './supply-batch.ts';

export const supply: Module<SupplyRows, SupplyBlock, [FlowRows]> = {
  tables: { systems: systemTable, events: supplyEventTable },
  needs: [flows],
  read: readSupply,
  prepare: prepareSupply,
  countViolations: ({ violations }) => violations,
};

async function prepareSupply(batch: ModuleBatch<SupplyBlock, [FlowRows]>): Promise<SupplyRows> {
  const { db, network, chain, blocks, needed } = batch;
  const { chainId } = network;
  const [rows] = needed;
  const ids = mentionedIds(blocks, rows);
  const known = {
    systems: await findSystems(db, { chain, chainId }, ids),
    supplies: await findSupplies(db, chain, ids),
  };
  const supplies = new SupplyBatch(chainId, known, new IndexedFlows(rows));
  const records = Map.groupBy([...rows.exports, ...rows.imports], ({ height }) => height);
  for (const { height, systems, issued } of blocks) {
    for (const system of systems) supplies.define({ ...system, height });
    const own = (records.get(height) ?? []).sort((a, b) => a.txIndex - b.txIndex || a.vout - b.vout);
    const first = own.find(({ txIndex }) => txIndex === 0);
    if (issued !== null && first !== undefined) supplies.issue(first, issued);
    for (const record of own) {
      if ('burned' in record) supplies.export(record);
      else supplies.import(record);
    }
  }
  return supplies.rows();
}

function mentionedIds(blocks: readonly SupplyBlock[], flowRows: FlowRows): string[] {
  const ids = [
    ...flowRows.imports.flatMap(({ currencyId, sourceSystemId, valueIn }) => [
      currencyId,
      sourceSystemId,
      ...valueIn.keys(),
    ]),
    ...flowRows.exports.flatMap(({ burned }) => [...burned.keys()]),
    ...blocks.flatMap(({ systems, issued }) => [
      ...systems.map(({ currencyId }) => currencyId),
      ...(issued?.keys() ?? []),
    ]),
  ];
  return [...new Set(ids)];
}
