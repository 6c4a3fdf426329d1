import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { type Reads, readEach } from '@ledgergraph/chain-kit/graph/read-each';
import type { Network } from '@ledgergraph/graph-kit/network';
import DataLoader from 'dataloader';
import {
  type BlockKey,
  type BlockRecord,
  findBlocksByHash,
  findMainBlocks,
  listMainBlocks,
  listMainHashes,
} from '#/db/find-blocks.ts';
import { findLeftTips } from '#/db/find-left-tips.ts';
import { countProducedBlocks, listProducedBlocks } from '#/db/find-produced.ts';
import { findSpends } from '#/db/find-spends.ts';
import {
  findAnyTransactions,
  findMainTransactions,
  findTransactionBodies,
  listBlockTransactions,
  type TransactionKey,
} from '#/db/find-transactions.ts';
import { findLastReorg } from '#/db/reorg-rows.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import { type ChainProgress, loadChainProgress } from '#/progress/load-chain-progress.ts';
import { judgeInputs } from '#/rejections/judge-inputs.ts';
import { loadBlockChanges } from './load-block-changes.ts';
import { loadMovementFlows } from './load-movement-flows.ts';
import { loadRaw, loadTexts, type TextKey } from './load-raw.ts';
import { loadTransactionFlows } from './load-transaction-flows.ts';
import { createPoolLoaders } from './pool-loaders.ts';
import { RawBudget } from './raw-budget.ts';

export type Loaders = ReturnType<typeof createLoaders>;
export type BlocksContext = ReadContext<Loaders>;

/** Rows up to the pin may come from a replica; all others come from the primary. @param subgraphs others that must have a block */
export function createLoaders(
  context: Pick<ReadContext, 'reads' | 'momentary' | 'logger'>,
  subgraphs: readonly string[],
  nodes?: NodeServiceClient,
) {
  const { reads, momentary, logger } = context;
  const transactionBody = createReadLoader(reads, findTransactionBodies);
  return {
    ...createPoolLoaders(context),
    blockByHash: createReadLoader(reads, (db, keys: readonly BlockKey[]) => findAlsoRecent(db, momentary, keys)),
    mainBlock: createReadLoader(reads, findMainBlocks),
    // Not batched: each list is one read.
    mainBlocks: async (...range: DropFirst<Parameters<typeof listMainBlocks>>) =>
      listMainBlocks(await reads(range[0]), ...range),
    producedBlocks: async (...range: DropFirst<Parameters<typeof listProducedBlocks>>) =>
      listProducedBlocks(await reads(range[0].chainId), ...range),
    producedCount: async (...key: DropFirst<Parameters<typeof countProducedBlocks>>) =>
      countProducedBlocks(await reads(key[0].chainId), ...key),
    mainHashes: async (...range: DropFirst<Parameters<typeof listMainHashes>>) =>
      listMainHashes(await reads(range[0]), ...range),
    mainTransaction: createReadLoader(reads, findMainTransactions),
    anyTransaction: createReadLoader(momentary, findAnyTransactions),
    blockTransactions: createReadLoader(reads, listBlockTransactions),
    transactionBody,
    blockChanges: createReadLoader(reads, (db, keys: readonly TransactionKey[]) =>
      loadBlockChanges(db, keys, transactionBody),
    ),
    transactionFlows: createReadLoader(reads, async (db, keys: readonly TransactionKey[]) =>
      loadTransactionFlows(db, keys, await Promise.all(keys.map((key) => transactionBody.load(key)))),
    ),
    movementFlows: createReadLoader(reads, loadMovementFlows),
    spend: createReadLoader(reads, findSpends),
    judgeInputs: async (...transaction: DropFirst<Parameters<typeof judgeInputs>>) =>
      judgeInputs(await momentary(transaction[0]), ...transaction),
    progress: new DataLoader<Network, ChainProgress, string>(
      (networks) =>
        Promise.all(
          networks.map(async (network) => loadChainProgress(await momentary(network.chainId), network, subgraphs)),
        ),
      { cacheKeyFn: (network) => network.chainId },
    ),
    raw: createReadLoader(momentary, (db, keys: readonly TransactionKey[]) => loadRaw(db, nodes, keys, logger)),
    text: createReadLoader(momentary, (db, keys: readonly TextKey[]) => loadTexts(db, nodes, keys, logger)),
    rawBudget: new RawBudget(),
    /** Undefined: this installation sends no transactions. */
    nodes,
    leftTips: new DataLoader((chainIds: readonly string[]) =>
      Promise.all(chainIds.map(async (chainId) => findLeftTips(await momentary(chainId), chainId))),
    ),
    lastReorg: new DataLoader((chainIds: readonly string[]) =>
      Promise.all(chainIds.map(async (chainId) => findLastReorg(await momentary(chainId), chainId))),
    ),
  };
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** The primary knows blocks that the replica lacks, and those that a reorganisation removed since. */
async function findAlsoRecent(
  db: SqlExecutor,
  momentary: Reads,
  keys: readonly BlockKey[],
): Promise<(BlockRecord | undefined)[]> {
  const found = await findBlocksByHash(db, keys);
  const missing = keys.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return found;
  const recent = await readEach(
    momentary,
    missing,
    ({ chainId }) => chainId,
    async (primary, own) => (primary === db ? own.map(() => undefined) : findBlocksByHash(primary, own)),
  );
  const byKey = new Map(missing.map((key, index) => [key, recent[index]]));
  return keys.map((key, index) => found[index] ?? byKey.get(key));
}
