import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/service-kit/indexing/block-handler';
import { applyBlocks } from './apply-blocks.ts';
import { ChainCache } from './chain-cache.ts';
import { revertBlocks } from './revert-blocks.ts';

/** What this service takes from the chain. One handler serves one database: it remembers what it wrote there. */
export function createAddressHandler(): BlockHandler<SqlExecutor> {
  const caches = new Map<string, ChainCache>();
  return {
    apply: (tx, network, blocks) => {
      const cache = caches.get(network.chainId) ?? new ChainCache();
      caches.set(network.chainId, cache);
      return applyBlocks(tx, network, blocks, cache);
    },
    revert: (tx, network, keepHeight) => {
      caches.get(network.chainId)?.clear();
      return revertBlocks(tx, network, keepHeight);
    },
  };
}
