import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findKnownFlows } from '#/db/find-known-flows.ts';
import type { FlowRows } from '#/flows/flow-rows.ts';
import { keyOf } from '#/flows/known-flows.ts';
import type { Outpoint } from '#/flows/place.ts';
import { collectFlows } from './collect-flows.ts';
import type { ReadFlows } from './read-flows.ts';

/** Reads the transfers and exports of earlier blocks that consecutive blocks build on, and computes the rows that they add. */
export async function prepareFlows(db: SqlExecutor, chainId: string, blocks: readonly ReadFlows[]): Promise<FlowRows> {
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
  // Only an import whose transfers are not those of its export can have arbitrage transfers among its inputs.
  const added = imports.flatMap(({ import: { exportKey, hashTransfers }, spends }) =>
    exportKey !== null && gathered.get(keyOf(exportKey)) !== hashTransfers ? spends : [],
  );
  const outpoints = [...spent, ...added].filter(isEarlier);
  return collectFlows(chainId, blocks, await findKnownFlows(db, chainId, distinct(outpoints), distinct(exports)));
}

function distinct(outpoints: readonly Outpoint[]): Outpoint[] {
  return [...new Map(outpoints.map((outpoint) => [keyOf(outpoint), outpoint])).values()];
}
