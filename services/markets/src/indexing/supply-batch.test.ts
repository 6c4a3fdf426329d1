import { RESERVE_TRANSFER_FLAGS as FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { ExportRow, ImportRow } from '#/db/flow-tables.ts';
import { Systems } from '#/supply/systems.ts';
import type { FlowRows } from './flow-rows.ts';
import { IndexedFlows, SupplyBatch } from './supply-batch.ts';

const NO_FLOWS = { transfers: [], settled: [], payouts: [], states: [] } as unknown as FlowRows;
const place = { height: 7, txIndex: 1, vout: 0, txid: 'aa' };

function openBatch(flows = NO_FLOWS): SupplyBatch {
  const batch = new SupplyBatch('root', { systems: new Systems(), supplies: new Map() }, new IndexedFlows(flows));
  const define = (currencyId: string, systemId: string, parentId: string, isGateway = false) =>
    batch.define({ currencyId, systemId, parentId, isGateway, height: 1 });
  define('gateway', 'root', 'root', true);
  define('mapped', 'gateway', 'gateway');
  define('child', 'child', 'root');
  return batch;
}

const importFrom = (sourceSystemId: string, valueIn: Record<string, bigint>) =>
  ({
    ...place,
    sourceSystemId,
    valueIn: new Map(Object.entries(valueIn)),
    currencyId: 'root',
    flags: 4,
    stateVout: null,
  }) as unknown as ImportRow;
const exportOf = (burned: ReadonlyMap<string, bigint>) => ({ ...place, burned }) as unknown as ExportRow;
const eventsOf = (batch: SupplyBatch) =>
  batch.rows().events.map(({ currencyId, kind, amount, supply }) => `${currencyId} ${kind} ${amount} ${supply}`);

test('a currency of a third system that comes back from a launched chain comes out of deposits, and changes no supply', () => {
  const batch = openBatch();
  batch.import(importFrom('gateway', { mapped: 50n }));
  // Away to the launched chain, which burns nothing here, and back.
  batch.export(exportOf(new Map()));
  batch.import(importFrom('child', { mapped: 20n, child: 3n, root: 4n }));
  expect(eventsOf(batch)).toEqual(['mapped IMPORT 50 50', 'child IMPORT 3 3']);
});

test('a chain that launched another one burns the coins of it that it sends back', () => {
  const batch = openBatch();
  batch.import(importFrom('child', { child: 30n }));
  batch.export(exportOf(new Map([['child', 12n]])));
  expect(eventsOf(batch)).toEqual(['child IMPORT 30 30', 'child EXPORT -12 18']);
});

test.each([
  [50n, 0],
  [51n, 1],
])('a state that prints a supply of %s after changes of 50 breaks %s rules', (supply, violations) => {
  const state = { ...place, vout: 1, currencyId: 'token', flags: 0, supply, reserves: [] };
  const transfer = { kind: 'MINT', flags: FLAGS.MINT, toId: 'token', fromId: 'root', amount: 50n, state: 'SETTLED' };
  const settled = { ...transfer, importHeight: 7, importTxIndex: 1, importVout: 0, importOrdinal: 0 };
  const payout = { ...place, importVout: 0, ordinal: 0, currencyId: 'token', amount: 50n, role: 'TRANSFER' };
  const flows = { ...NO_FLOWS, settled: [settled], payouts: [payout], states: [state] } as unknown as FlowRows;
  const batch = openBatch(flows);
  batch.define({ currencyId: 'token', systemId: 'root', parentId: 'root', isGateway: false, height: 1 });
  batch.import({ ...importFrom('root', {}), currencyId: 'token', flags: 0, stateVout: 1 });
  expect(eventsOf(batch)).toEqual([`token MINT 50 ${supply}`]);
  expect(batch.rows().violations).toBe(violations);
});
