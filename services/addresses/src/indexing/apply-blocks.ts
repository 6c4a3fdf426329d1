import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { Network } from '@ledgergraph/service-kit/indexing/network';
import { AddressIds } from '#/db/address-ids.ts';
import { insertAddressOutputs, spendAddressOutputs } from '#/db/address-outputs.ts';
import { insertAddressTransactions } from '#/db/address-transactions.ts';
import { getChain, nameAddresses } from '#/db/addresses.ts';
import { insertBalanceChanges } from '#/db/balances.ts';
import { insertHeldTotals, insertHolderChanges, upsertHolders } from '#/db/holders.ts';
import { insertKnownCurrencies } from '#/db/known-currencies.ts';
import type { OutputRow } from '#/db/output-row.ts';
import { insertOutputs } from '#/db/outputs.ts';
import { insertSpends } from '#/db/spends.ts';
import { insertTokenOutputs, spendTokenOutputs } from '#/db/token-outputs.ts';
import { insertTransactionPlaces } from '#/db/transaction-places.ts';
import { computeAddressRows } from './compute-address-rows.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import { loadAddressStates } from './load-address-states.ts';
import { loadHolderStates } from './load-holder-states.ts';
import { readAddressMoves } from './read-address-moves.ts';
import { readHolderMoves } from './read-holder-moves.ts';
import { readKnownCurrencies } from './read-known-currencies.ts';
import { readNamedAddresses } from './read-named-addresses.ts';
import { readTransactions } from './read-transactions.ts';
import { resolveSpends, type SpendingTransaction } from './resolve-spends.ts';

/**
 * Writes all rows of consecutive blocks. The number of statements does not grow with the number of blocks: what the batch builds
 * on is read at once, running totals are computed in memory, rows are written in bulk.
 * @throws UnresolvedInputError when a block spends what our rows do not have
 */
export async function applyBlocks(
  tx: SqlExecutor,
  { chainId }: Pick<Network, 'chainId'>,
  blocks: readonly Block[],
): Promise<void> {
  const ids = new AddressIds(await getChain(tx, chainId), chainId);
  const read = readTransactions(blocks);
  const currencies = readKnownCurrencies(chainId, blocks);
  await nameAddresses(tx, ids, readNamedAddresses(currencies, read));
  await insertTransactionPlaces(tx, ids.chain, read);
  const { transactions, spentBefore } = await resolveSpends(tx, ids, read);
  await applyOutputs(tx, ids, transactions, spentBefore);
  await applyAddresses(tx, ids, transactions);
  await applyHolders(tx, ids, transactions);
  await insertKnownCurrencies(tx, ids, currencies);
}

async function applyOutputs(
  tx: SqlExecutor,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
  spentBefore: readonly OutputRow[],
): Promise<void> {
  const created = transactions.flatMap(({ outputs }) => outputs);
  await insertOutputs(tx, ids, created);
  await insertAddressOutputs(tx, ids, created);
  await insertTokenOutputs(tx, ids, created);
  await insertSpends(tx, ids.chain, [...created, ...spentBefore]);
  await spendAddressOutputs(tx, ids, spentBefore);
  await spendTokenOutputs(tx, ids, spentBefore);
}

async function applyAddresses(
  tx: SqlExecutor,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
): Promise<void> {
  const { nativeId } = ids;
  const moving = transactions.map((transaction) => ({ transaction, moves: readAddressMoves(transaction, nativeId) }));
  const states = await loadAddressStates(
    tx,
    nativeId,
    moving.map(({ moves }) => moves),
  );
  const rows = computeAddressRows(nativeId, moving, states);
  await insertBalanceChanges(tx, ids, rows.balanceChanges);
  await insertAddressTransactions(tx, ids, rows.addressTransactions);
}

async function applyHolders(
  tx: SqlExecutor,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
): Promise<void> {
  const moves = readHolderMoves(transactions, ids.nativeId);
  const rows = computeHolderRows(moves, await loadHolderStates(tx, ids, moves));
  await insertHolderChanges(tx, ids, rows.holderChanges);
  await insertHeldTotals(tx, ids, rows.heldTotals);
  await upsertHolders(tx, ids, rows.holders);
}
