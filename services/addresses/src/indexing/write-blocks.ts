import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { writeAddressOutputs } from '#/db/address-outputs.ts';
import { insertAddressTransactions } from '#/db/address-transactions.ts';
import { insertAddresses } from '#/db/addresses.ts';
import { insertBalanceChanges } from '#/db/balances.ts';
import { insertHeldTotals, insertHolderChanges, updateHolders } from '#/db/holders.ts';
import { insertKnownCurrencies } from '#/db/known-currencies.ts';
import { insertOutputs } from '#/db/outputs.ts';
import { insertSpends } from '#/db/spends.ts';
import { writeTokenOutputs } from '#/db/token-outputs.ts';
import { insertTransactionPlaces } from '#/db/transaction-places.ts';
import type { BatchRows } from './batch-rows.ts';

/** Writes the rows of a batch in bulk: those of one table are put into words while Postgres takes in those of the table before. */
export async function writeBlocks(tx: SqlExecutor, rows: BatchRows): Promise<void> {
  const { ids } = rows;
  await insertAddresses(tx, ids.chain, rows.addresses);
  await insertTransactionPlaces(tx, ids.chain, rows.places);
  await insertOutputs(tx, ids, rows);
  await insertSpends(tx, ids.chain, rows.spent);
  await writeAddressOutputs(tx, ids, rows);
  await writeTokenOutputs(tx, ids, rows);
  await insertBalanceChanges(tx, ids, rows.balanceChanges);
  await insertAddressTransactions(tx, ids, rows.addressTransactions);
  await insertHolderChanges(tx, ids, rows.holderChanges);
  await insertHeldTotals(tx, ids, rows.heldTotals);
  await updateHolders(tx, ids, rows.holders);
  await insertKnownCurrencies(tx, ids, rows.currencies);
}
