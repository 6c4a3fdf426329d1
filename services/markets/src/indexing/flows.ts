import { insertRowsOf, type Module, type ModuleBatch, revertTablesOf } from '@ledgergraph/chain-kit/indexing/module';
import { findKnownFlows } from '#/db/find-known-flows.ts';
import {
  exportTable,
  importTable,
  payoutTable,
  SET_BY_EXPORT,
  SET_BY_IMPORT,
  transferTable,
} from '#/db/flow-tables.ts';
import { revertStates } from '#/db/revert-transfers.ts';
import { keyOf, type Outpoint } from '#/flows/place.ts';
import { collectFlows } from './collect-flows.ts';
import type { FlowRows } from './flow-rows.ts';
import { type ReadFlows, readFlows } from './read-flows.ts';

export const flows: Module<FlowRows, ReadFlows> = {
  tables: { transfers: transferTable, exports: exportTable, imports: importTable, payouts: payoutTable },
  read: readFlows,
  prepare: prepareFlows,
  write: async (tx, chain, rows) => {
    await insertRowsOf(flows, tx, chain, rows);
    const own = new Set(rows.transfers);
    const [exported, settled] = [rows.exported, rows.settled].map((all) => all.filter((one) => !own.has(one)));
    const place = ['height', 'txIndex', 'vout'] as const;
    await transferTable.update(tx, chain, exported ?? [], place, SET_BY_EXPORT);
    await transferTable.update(tx, chain, settled ?? [], place, SET_BY_IMPORT);
  },
  revert: async (tx, chain, keepHeight) => {
    await revertStates(tx, chain, keepHeight);
    await revertTablesOf(flows, tx, chain, keepHeight);
  },
  countViolations: ({ violations }) => violations,
};

async function prepareFlows({ db, network, chain, blocks }: ModuleBatch<ReadFlows>): Promise<FlowRows> {
  const { chainId } = network;
  const own = new Set(blocks.flatMap(({ transfers, exports }) => [...transfers, ...exports].map(keyOf)));
  const isEarlier = (outpoint: Outpoint): boolean => !own.has(keyOf(outpoint));
  const imports = blocks.flatMap((block) => block.imports);
  const exports = imports
    .filter(({ import: { sourceSystemId } }) => sourceSystemId === chainId)
    .flatMap(({ import: { exportKey } }) => (exportKey !== null && isEarlier(exportKey) ? [exportKey] : []));
  const spent = blocks.flatMap((block) => block.exports.flatMap(({ spends }) => spends));
  const gathered = new Map(
    blocks.flatMap((block) => block.exports.map((one): [string, string] => [keyOf(one), one.export.hashTransfers])),
  );
  // Only imports whose transfers are not those of their export can have arbitrage transfers.
  const added = imports.flatMap(({ import: { exportKey, hashTransfers }, spends }) =>
    exportKey !== null && gathered.get(keyOf(exportKey)) !== hashTransfers ? spends : [],
  );
  const outpoints = [...spent, ...added].filter(isEarlier);
  return collectFlows(chainId, blocks, await findKnownFlows(db, chain, distinct(outpoints), distinct(exports)));
}

function distinct(outpoints: readonly Outpoint[]): Outpoint[] {
  return [...new Map(outpoints.map((outpoint) => [keyOf(outpoint), outpoint])).values()];
}
