import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { type CacheLimits, ChainCache } from './chain-cache.ts';
import { prepareBlocks } from './prepare-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** One handler serves one database: its cache holds the rows that it wrote there. */
export function createAddressHandler(limits?: CacheLimits): BlockHandler<SqlExecutor> {
  const caches = new Map<string, ChainCache>();
  return {
    prepare: async (db, network, blocks) => {
      const cache = caches.get(network.chainId) ?? new ChainCache(limits);
      caches.set(network.chainId, cache);
      const rows = await prepareBlocks(db, network, blocks, cache);
      return (tx) => writeBlocks(tx, rows);
    },
    revert: (tx, network, keepHeight) => {
      caches.get(network.chainId)?.clear();
      return revertBlocks(tx, network, keepHeight);
    },
  };
}
