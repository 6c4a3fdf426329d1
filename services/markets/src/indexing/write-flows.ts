import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertExports, insertImports, insertListings, insertPayouts, insertTransfers } from '#/db/insert-flow-rows.ts';
import { updateExported, updateSettled } from '#/db/update-transfers.ts';
import type { FlowRows } from '#/flows/flow-rows.ts';
import { listFlows } from './list-flows.ts';

/** Writes the value flows of a batch in bulk. @param chain number of the chain */
export async function writeFlows(tx: SqlExecutor, chain: number, rows: FlowRows): Promise<void> {
  await insertTransfers(tx, chain, rows.transfers);
  await updateExported(tx, chain, rows.exported);
  await updateSettled(tx, chain, rows.settled);
  await insertExports(tx, chain, rows.exports);
  await insertImports(tx, chain, rows.imports);
  await insertPayouts(tx, chain, rows.payouts);
  await insertListings(tx, chain, listFlows(rows));
}
