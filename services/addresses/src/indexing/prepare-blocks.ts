import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlDatabase } from '@ledgergraph/service-kit/db/sql-executor';
import { hex } from '@ledgergraph/service-kit/hex';
import type { Network } from '@ledgergraph/service-kit/indexing/network';
import { AddressIds } from '#/db/address-ids.ts';
import { addressRows, getChain, nameAddresses } from '#/db/addresses.ts';
import { transactionPlaceRows } from '#/db/transaction-places.ts';
import { AddressStates } from './address-states.ts';
import type { BatchRows } from './batch-rows.ts';
import type { ChainCache } from './chain-cache.ts';
import { loadAddressStates } from './load-address-states.ts';
import { loadHolderStates } from './load-holder-states.ts';
import { readKnownCurrencies } from './read-known-currencies.ts';
import { readNamedAddresses } from './read-named-addresses.ts';
import { readTransactions } from './read-transactions.ts';
import { resolveSpends } from './resolve-spends.ts';
import { outputChanges, toAddressRows, toHolderRows, toOutputRows } from './to-rows.ts';

/**
 * All rows of consecutive blocks. The number of statements does not grow with the number of blocks: what the batch builds on and the
 * cache does not know is read at once, running totals are computed in memory. The rows of the batch before may not be there yet: all that
 * they say is in the cache. Of a chain that was never met the id is all that is written.
 * @throws UnresolvedInputError when a block spends what our rows do not have
 */
export async function prepareBlocks(
  db: SqlDatabase,
  { chainId }: Pick<Network, 'chainId'>,
  blocks: readonly Block[],
  cache: ChainCache,
): Promise<BatchRows> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no blocks');
  const chain = await getChain(db, chainId);
  cache.begin(chain, hex(first.previousHash));
  const ids = new AddressIds(chain, chainId, cache);
  const read = await readTransactions(blocks);
  const currencies = readKnownCurrencies(chainId, blocks);
  await nextTurn();
  const { transactions, spent, spentBefore, created } = await resolveSpends(db, ids, read, cache.outputs);
  const added = await nameAddresses(db, ids, readNamedAddresses(currencies, read, spentBefore), cache.nextId);
  const states = new AddressStates(ids, cache.states);
  await loadAddressStates(db, ids, transactions, states);
  const totals = await loadHolderStates(db, ids, transactions, states, cache.totals);
  await nextTurn();
  const copies = db.$copies === true;
  const rows = {
    ids,
    currencies,
    addresses: addressRows(copies, chain, added),
    transactionPlaces: transactionPlaceRows(copies, chain, read),
    ...(await toOutputRows(copies, ids, outputChanges(transactions, spent, spentBefore))),
    ...(await toAddressRows(copies, ids, transactions, states)),
    ...(await toHolderRows(copies, ids, transactions, states, totals)),
  };
  cache.end(hex(last.hash), { ids, added, created, states, totals });
  return rows;
}
