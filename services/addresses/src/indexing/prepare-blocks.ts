import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Blocks } from '@ledgergraph/chain-kit/indexing/block-handler';
import { findNewestActiveState } from '#/db/active-counts.ts';
import { AddressRegistry } from '#/db/address-registry.ts';
import { nameAddresses } from '#/db/addresses.ts';
import { ActiveAddresses } from './active-addresses.ts';
import type { ChainCache } from './chain-cache.ts';
import { loadAddressStates } from './load-address-states.ts';
import { loadHolderStates } from './load-holder-states.ts';
import { type AddressModule, MODULES } from './modules.ts';
import { ReadBlocks } from './read-blocks.ts';
import { Spends } from './spends.ts';

/**
 * The number of statements does not grow with the number of blocks: missing states are read at once, and running totals are computed in
 * memory. The rows of the previous batch may not be stored yet; the cache holds all of them.
 * @throws UnresolvedInputError
 */
export async function prepareBlocks(
  db: SqlDatabase,
  { chain, chainId }: { chain: number; chainId: string },
  blocks: Blocks,
  cache: ChainCache,
): Promise<Map<AddressModule, unknown>> {
  const { registry, spends, read, lastHash } = await readBatch(chain, chainId, blocks, cache);
  const { transactions } = read;
  await nextTurn();
  await spends.findUnknown(db);
  const added = await nameAddresses(db, registry, cache.nextId);
  await loadAddressStates(db, chain, transactions);
  await loadHolderStates(db, registry, transactions);
  const active = cache.active ?? (await findNewestActiveState(db, chain));
  await nextTurn();
  const batch = { chain, read, spends, added, active: new ActiveAddresses(read.blocks, active) };
  const rows = new Map<AddressModule, unknown>();
  for (const module of MODULES) rows.set(module, await module.toRows(batch));
  cache.end(lastHash, { registry, added, created: spends.created, active });
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
