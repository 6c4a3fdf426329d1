import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { hex } from '@ledgergraph/service-kit/hex';
import type { Network } from '@ledgergraph/service-kit/indexing/network';
import { AddressIds } from '#/db/address-ids.ts';
import { writeAddressOutputs } from '#/db/address-outputs.ts';
import { insertAddressTransactions } from '#/db/address-transactions.ts';
import { getChain, nameAddresses } from '#/db/addresses.ts';
import { insertBalanceChanges } from '#/db/balances.ts';
import { insertHeldTotals, insertHolderChanges, updateHolders } from '#/db/holders.ts';
import { insertKnownCurrencies } from '#/db/known-currencies.ts';
import type { OutputRow } from '#/db/output-row.ts';
import { insertOutputs } from '#/db/outputs.ts';
import { insertSpends } from '#/db/spends.ts';
import { writeTokenOutputs } from '#/db/token-outputs.ts';
import { insertTransactionPlaces } from '#/db/transaction-places.ts';
import { AddressStates } from './address-states.ts';
import type { ChainCache } from './chain-cache.ts';
import { computeAddressRows, type MovingTransaction } from './compute-address-rows.ts';
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
 * on and the cache does not know is read at once, running totals are computed in memory, rows are written in bulk.
 * @throws UnresolvedInputError when a block spends what our rows do not have
 */
export async function applyBlocks(
  tx: SqlExecutor,
  { chainId }: Pick<Network, 'chainId'>,
  blocks: readonly Block[],
  cache: ChainCache,
): Promise<void> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const chain = await getChain(tx, chainId);
  cache.begin(chain, hex(first.previousHash));
  const ids = new AddressIds(chain, chainId, cache);
  const read = readTransactions(blocks);
  const currencies = readKnownCurrencies(chainId, blocks);
  const { transactions, spentBefore } = await resolveSpends(tx, ids, read, cache.outputs);
  await nameAddresses(tx, ids, readNamedAddresses(currencies, read, spentBefore));
  const states = new AddressStates(ids, cache.states);
  const moving = transactions.map((transaction) => {
    return { transaction, moves: readAddressMoves(transaction, ids.nativeId) };
  });
  await loadAddressStates(tx, ids, moving, states);
  const holderMoves = readHolderMoves(transactions, ids.nativeId);
  const totals = await loadHolderStates(tx, ids, holderMoves, states, cache.totals);
  // All is read: from here on rows of one table are made while Postgres takes in those of the table before.
  await insertTransactionPlaces(tx, ids.chain, read);
  await applyOutputs(tx, ids, transactions, spentBefore);
  await applyAddresses(tx, ids, moving, states);
  const holders = computeHolderRows(holderMoves, states, totals);
  await insertHolderChanges(tx, ids, holders.holderChanges);
  await insertHeldTotals(tx, ids, holders.heldTotals);
  await updateHolders(tx, ids, holders.holders);
  await insertKnownCurrencies(tx, ids, currencies);
  cache.keep(ids, { transactions, spentBefore, states, totals });
  cache.end(hex(last.hash));
}

async function applyOutputs(
  tx: SqlExecutor,
  ids: AddressIds,
  transactions: readonly SpendingTransaction[],
  spentBefore: readonly OutputRow[],
): Promise<void> {
  const created = transactions.flatMap(({ outputs }) => outputs);
  await insertOutputs(tx, ids, created);
  await insertSpends(tx, ids.chain, [...created, ...spentBefore]);
  await writeAddressOutputs(tx, ids, created, spentBefore);
  await writeTokenOutputs(tx, ids, created, spentBefore);
}

async function applyAddresses(
  tx: SqlExecutor,
  ids: AddressIds,
  moving: readonly MovingTransaction[],
  states: AddressStates,
): Promise<void> {
  const rows = computeAddressRows(ids.nativeId, moving, states);
  await insertBalanceChanges(tx, ids, rows.balanceChanges);
  await insertAddressTransactions(tx, ids, rows.addressTransactions);
}
