import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { type Reads, readEach } from '@ledgergraph/chain-kit/graph/read-each';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import DataLoader from 'dataloader';
import type { TransactionFlows } from '#/changes/read-parties.ts';
import {
  type BlockKey,
  type BlockRecord,
  findBlocksByHash,
  findMainBlocks,
  type HeightKey,
  listMainBlocks,
  listMainHashes,
} from '#/db/find-blocks.ts';
import type { AddressChangeRecord } from '#/db/find-pool-addresses.ts';
import { countProducedBlocks, listProducedBlocks } from '#/db/find-produced.ts';
import { findSpends, type OutputKey, type SpendRecord } from '#/db/find-spends.ts';
import {
  type BlockPageKey,
  findMainTransactions,
  findTransactionBodies,
  listBlockTransactions,
  type TransactionKey,
  type TransactionRecord,
} from '#/db/find-transactions.ts';
import { findLastReorg, type ReorgRow } from '#/db/reorg-rows.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import { type ChainProgress, loadChainProgress } from '#/progress/load-chain-progress.ts';
import { type InputsVerdict, judgeInputs } from '#/rejections/judge-inputs.ts';
import { loadBlockChanges } from './load-block-changes.ts';
import { loadMovementFlows, type MovementFlows } from './load-movement-flows.ts';
import { loadRaw, type RawRead } from './load-raw.ts';
import { loadTransactionFlows } from './load-transaction-flows.ts';
import { createPoolLoaders, type PoolLoaders } from './pool-loaders.ts';
import { RawBudget } from './raw-budget.ts';

/** One query per kind and tick, whatever the number of objects. */
export interface Loaders extends PoolLoaders {
  blockByHash: KeyedLoader<BlockKey, BlockRecord | undefined>;
  mainBlock: KeyedLoader<HeightKey, BlockRecord | undefined>;
  /** Not batched: each list is one read. */
  mainBlocks: (...range: DropFirst<Parameters<typeof listMainBlocks>>) => Promise<BlockRecord[]>;
  producedBlocks: (...range: DropFirst<Parameters<typeof listProducedBlocks>>) => Promise<BlockRecord[]>;
  producedCount: (...key: DropFirst<Parameters<typeof countProducedBlocks>>) => Promise<number>;
  mainHashes: (...range: DropFirst<Parameters<typeof listMainHashes>>) => Promise<string[]>;
  mainTransaction: KeyedLoader<TransactionKey, TransactionRecord | undefined>;
  blockTransactions: KeyedLoader<BlockPageKey, TransactionRecord[]>;
  transactionBody: KeyedLoader<TransactionKey, Transaction | undefined>;
  blockChanges: KeyedLoader<TransactionKey, AddressChangeRecord[]>;
  transactionFlows: KeyedLoader<TransactionKey, TransactionFlows | undefined>;
  movementFlows: KeyedLoader<TransactionKey, MovementFlows | undefined>;
  spend: KeyedLoader<OutputKey, SpendRecord | undefined>;
  /** Not batched: asked once, for a refused transaction. */
  judgeInputs: (...transaction: DropFirst<Parameters<typeof judgeInputs>>) => Promise<InputsVerdict>;
  progress: KeyedLoader<Network, ChainProgress>;
  lastReorg: DataLoader<string, ReorgRow | null>;
  raw: KeyedLoader<TransactionKey, RawRead>;
  rawBudget: RawBudget;
  /** Undefined: this installation sends no transactions. */
  nodes: NodeServiceClient | undefined;
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

export type BlocksContext = ReadContext<Loaders>;

/** Rows up to the pin may come from a replica; all others come from the primary. @param subgraphs others that must have a block */
export function createLoaders(
  context: Pick<BlocksContext, 'reads' | 'momentary' | 'logger'>,
  subgraphs: readonly string[],
  nodes?: NodeServiceClient,
): Loaders {
  const { reads, momentary, logger } = context;
  const transactionBody = createReadLoader(reads, findTransactionBodies);
  return {
    ...createPoolLoaders(context),
    blockByHash: createReadLoader(reads, (db, keys) => findAlsoRecent(db, momentary, keys)),
    mainBlock: createReadLoader(reads, findMainBlocks),
    mainBlocks: async (...range) => listMainBlocks(await reads(range[0]), ...range),
    producedBlocks: async (...range) => listProducedBlocks(await reads(range[0].chainId), ...range),
    producedCount: async (...key) => countProducedBlocks(await reads(key[0].chainId), ...key),
    mainHashes: async (...range) => listMainHashes(await reads(range[0]), ...range),
    mainTransaction: createReadLoader(reads, findMainTransactions),
    blockTransactions: createReadLoader(reads, listBlockTransactions),
    transactionBody,
    blockChanges: createReadLoader(reads, (db, keys) => loadBlockChanges(db, keys, transactionBody)),
    transactionFlows: createReadLoader(reads, async (db, keys) =>
      loadTransactionFlows(db, keys, await Promise.all(keys.map((key) => transactionBody.load(key)))),
    ),
    movementFlows: createReadLoader(reads, loadMovementFlows),
    spend: createReadLoader(reads, findSpends),
    judgeInputs: async (...transaction) => judgeInputs(await momentary(transaction[0]), ...transaction),
    progress: new DataLoader(
      (networks) =>
        Promise.all(
          networks.map(async (network) => loadChainProgress(await momentary(network.chainId), network, subgraphs)),
        ),
      { cacheKeyFn: (network) => network.chainId },
    ),
    raw: createReadLoader(momentary, (db, keys) => loadRaw(db, nodes, keys, logger)),
    rawBudget: new RawBudget(),
    nodes,
    lastReorg: new DataLoader((chainIds) =>
      Promise.all(chainIds.map(async (chainId) => findLastReorg(await momentary(chainId), chainId))),
    ),
  };
}

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
