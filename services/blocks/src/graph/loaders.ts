import { createKeyedLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Logger } from '@ledgergraph/service-kit/logger';
import DataLoader from 'dataloader';
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
import type { PrismaClient } from '#/generated/prisma/client.ts';
import type { NodeServiceClient } from '#/node-service/connect-node-service.ts';
import { type ChainProgress, loadChainProgress } from '#/progress/load-chain-progress.ts';
import { type InputsVerdict, judgeInputs } from '#/rejections/judge-inputs.ts';
import { loadBlockChanges } from './load-block-changes.ts';
import { loadRaw, type RawRead } from './load-raw.ts';
import { createPoolLoaders, type PoolLoaders } from './pool-loaders.ts';
import { RawBudget } from './raw-budget.ts';

/** Batch loaders of one request: one query per kind and tick, whatever the number of objects. */
export interface Loaders extends PoolLoaders {
  blockByHash: KeyedLoader<BlockKey, BlockRecord | undefined>;
  mainBlock: KeyedLoader<HeightKey, BlockRecord | undefined>;
  /** Not batched: each list is one read. */
  mainBlocks: (...range: DropFirst<Parameters<typeof listMainBlocks>>) => Promise<BlockRecord[]>;
  /** Not batched, as `mainBlocks`. */
  producedBlocks: (...range: DropFirst<Parameters<typeof listProducedBlocks>>) => Promise<BlockRecord[]>;
  producedCount: (...key: DropFirst<Parameters<typeof countProducedBlocks>>) => Promise<number>;
  mainHashes: (...range: DropFirst<Parameters<typeof listMainHashes>>) => Promise<string[]>;
  mainTransaction: KeyedLoader<TransactionKey, TransactionRecord | undefined>;
  blockTransactions: KeyedLoader<BlockPageKey, TransactionRecord[]>;
  transactionBody: KeyedLoader<TransactionKey, Transaction | undefined>;
  /** Changes of transactions in blocks, sorted by address. */
  blockChanges: KeyedLoader<TransactionKey, AddressChangeRecord[]>;
  spend: KeyedLoader<OutputKey, SpendRecord | undefined>;
  /** Not batched: asked once, of a transaction that a node refused. */
  judgeInputs: (...transaction: DropFirst<Parameters<typeof judgeInputs>>) => Promise<InputsVerdict>;
  progress: KeyedLoader<Network, ChainProgress>;
  lastReorg: DataLoader<string, ReorgRow | null>;
  /** Bytes of transactions in blocks. */
  raw: KeyedLoader<TransactionKey, RawRead>;
  rawBudget: RawBudget;
  /** The process that talks to nodes. Undefined: this installation sends no transactions. */
  nodes: NodeServiceClient | undefined;
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

export type BlocksContext = ReadContext<Loaders>;

/**
 * @param subgraphs names of the other subgraphs that must have a block before it is read
 * @param logger hears of calls to `nodes` that fail
 */
export function createLoaders(
  db: PrismaClient,
  subgraphs: readonly string[],
  nodes?: NodeServiceClient,
  logger?: Pick<Logger, 'warn'>,
): Loaders {
  const transactionBody = createKeyedLoader((keys: readonly TransactionKey[]) => findTransactionBodies(db, keys));
  return {
    ...createPoolLoaders(db),
    blockByHash: createKeyedLoader((keys) => findBlocksByHash(db, keys)),
    mainBlock: createKeyedLoader((keys) => findMainBlocks(db, keys)),
    mainBlocks: (...range) => listMainBlocks(db, ...range),
    producedBlocks: (...range) => listProducedBlocks(db, ...range),
    producedCount: (...key) => countProducedBlocks(db, ...key),
    mainHashes: (...range) => listMainHashes(db, ...range),
    mainTransaction: createKeyedLoader((keys) => findMainTransactions(db, keys)),
    blockTransactions: createKeyedLoader((keys) => listBlockTransactions(db, keys)),
    transactionBody,
    blockChanges: createKeyedLoader((keys) => loadBlockChanges(db, keys, transactionBody)),
    spend: createKeyedLoader((keys) => findSpends(db, keys)),
    judgeInputs: (...transaction) => judgeInputs(db, ...transaction),
    progress: new DataLoader(
      (networks) => Promise.all(networks.map((network) => loadChainProgress(db, network, subgraphs))),
      { cacheKeyFn: (network) => network.chainId },
    ),
    raw: createKeyedLoader((keys) => loadRaw(db, nodes, keys, logger)),
    rawBudget: new RawBudget(),
    nodes,
    lastReorg: new DataLoader((chainIds) => Promise.all(chainIds.map((chainId) => findLastReorg(db, chainId)))),
  };
}
