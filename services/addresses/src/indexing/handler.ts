import { checkChain, numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { revertModules, writeModules } from '@ledgergraph/chain-kit/indexing/module';
import { type CacheLimits, ChainCache } from './chain-cache.ts';
import { MODULES } from './modules.ts';
import { prepareBlocks } from './prepare-blocks.ts';

/** One handler serves one database: its cache holds the rows that it wrote there, so no batch waits for the one before it. */
export function createAddressHandler(limits?: CacheLimits): BlockHandler<SqlExecutor> {
  const caches = new Map<string, ChainCache>();
  return {
    prepare: async (db, { chainId }, blocks) => {
      const cache = caches.get(chainId) ?? new ChainCache(limits);
      caches.set(chainId, cache);
      const chain = await numberChain(db, chainId);
      const rows = await prepareBlocks(db, { chain, chainId }, blocks, cache);
      return async (tx) => {
        await checkChain(tx, chainId, chain);
        await writeModules(MODULES, tx, chain, rows);
      };
    },
    revert: async (tx, { chainId }, keepHeight) => {
      caches.get(chainId)?.clear();
      await revertModules(MODULES, tx, chainId, keepHeight);
    },
  };
}
