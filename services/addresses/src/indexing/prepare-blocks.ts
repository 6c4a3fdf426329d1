import { setImmediate as nextTurn } from 'node:timers/promises';
import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Blocks } from '@ledgergraph/chain-kit/indexing/block-handler';
import type { Network } from '@ledgergraph/graph-kit/network';
import { findNewestActiveState } from '#/db/active-counts.ts';
import { AddressRegistry } from '#/db/address-registry.ts';
import { addressRows, nameAddresses } from '#/db/addresses.ts';
import { transactionPlaceRows } from '#/db/transaction-places.ts';
import { ActiveAddresses } from './active-addresses.ts';
import type { BatchRows } from './batch-rows.ts';
import type { ChainCache } from './chain-cache.ts';
import { loadAddressStates } from './load-address-states.ts';
import { loadHolderStates } from './load-holder-states.ts';
import { ReadBlocks } from './read-blocks.ts';
import { Spends } from './spends.ts';
import { outputChanges, toAddressRows, toGuardRows, toHolderRows, toOutputRows, toSharedRows } from './to-rows.ts';

/**
 * The number of statements does not grow with the number of blocks: missing states are read at once, and running totals are computed in
 * memory. The rows of the previous batch may not be stored yet; the cache holds all of them.
 * @throws UnresolvedInputError
 */
export async function prepareBlocks(
  db: SqlDatabase,
  { chainId }: Pick<Network, 'chainId'>,
  blocks: Blocks,
  cache: ChainCache,
): Promise<BatchRows> {
  const chain = await numberChain(db, chainId);
  const { registry, spends, read, lastHash } = await readBatch(chain, chainId, blocks, cache);
  const { transactions } = read;
  await nextTurn();
  await spends.findUnknown(db);
  const added = await nameAddresses(db, registry, cache.nextId);
  await loadAddressStates(db, chain, transactions);
  await loadHolderStates(db, registry, transactions);
  const activeBefore = cache.active ?? (await findNewestActiveState(db, chain));
  await nextTurn();
  const copies = db.$copies === true;
  const active = new ActiveAddresses(copies, chain, read.blocks, activeBefore);
  const rows = {
    chain,
    chainId,
    currencies: read.currencies,
    addresses: addressRows(copies, chain, added),
    transactionPlaces: transactionPlaceRows(copies, chain, transactions),
    ...(await toGuardRows(copies, chain, read, added)),
    ...(await toSharedRows(transactions)),
    ...(await toOutputRows(copies, chain, outputChanges(read, spends))),
    ...(await toAddressRows(copies, chain, transactions, active)),
    ...active.rows,
    ...(await toHolderRows(copies, chain, transactions)),
  };
  cache.end(lastHash, { registry, added, created: spends.created, active: active.end() });
  return rows;
}

interface Batch {
  registry: AddressRegistry;
  spends: Spends;
  read: ReadBlocks;
}

async function readBatch(
  chain: number,
  chainId: string,
  blocks: Blocks,
  cache: ChainCache,
): Promise<Batch & { lastHash: string }> {
  let batch: Batch | undefined;
  let last: Uint8Array | undefined;
  for await (const block of blocks) {
    if (batch === undefined) {
      cache.begin(chain, hex(block.previousHash));
      const registry = new AddressRegistry(chain, chainId, cache);
      const spends = new Spends(registry, cache.outputs);
      batch = { registry, spends, read: new ReadBlocks(registry, spends) };
    }
    batch.read.add(block);
    last = block.hash;
  }
  if (batch === undefined || last === undefined) throw new Error('no blocks');
  return { ...batch, lastHash: hex(last) };
}
