import { createClient } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { HINTS, Pace } from '@ledgergraph/event-bus/pace';
import type { AwaitedNetwork } from '@ledgergraph/graph-kit/awaited-network';
import type { Network } from '@ledgergraph/graph-kit/network';
import { NewBlockSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import type { BlockHandler } from './block-handler.ts';
import { discoverNetworks } from './discover-networks.ts';
import { type ChainStatus, IndexedChain, type IndexedChainDeps, type IndexerObserver } from './indexed-chain.ts';
import { Reporter } from './reporter.ts';

export interface IndexerOptions<Tx extends SqlExecutor> {
  /** As SyncState shows it. */
  consumer: string;
  blocksUrl: string;
  secret: string;
  databases: ByChain<SqlClient<Tx>>;
  bus: Bus;
  logger: Logger;
  handler: BlockHandler<Tx>;
  batchBlocks?: number;
  observer?: IndexerObserver;
}

export interface RunningIndexer {
  status(): ChainStatus[];
  awaited(): readonly AwaitedNetwork[];
  stop(): Promise<void>;
}

/** Follows every announced network until stopped. A failing step stops its chain visibly and is retried; no block is skipped. */
export async function runIndexer<Tx extends SqlExecutor>(options: IndexerOptions<Tx>): Promise<RunningIndexer> {
  const stream = createClient(BlockStreamService, createInternalTransport(options.blocksUrl, options.secret));
  const reporter = new Reporter();
  const depsOf = (chainId: string): IndexedChainDeps<Tx> => ({
    ...options,
    stream,
    reporter,
    db: options.databases.of(chainId),
  });
  const stopping = new AbortController();
  const chains = new Map<string, IndexedChain<Tx>>();
  const news = new Bell();
  const hints = new Pace(() => news.ring(), HINTS);

  const unsubscribe = options.bus.subscribe(SUBJECTS.newBlock, NewBlockSchema, ({ chainId }) => {
    const chain = chains.get(chainId);
    chain?.ring();
    // The missing part of its announcement may have come with the block.
    if (chain?.status().missing != null) hints.ring();
  });
  let awaited: readonly AwaitedNetwork[] = [];
  const hear = (networks: readonly Network[], waiting: readonly AwaitedNetwork[]): void => {
    awaited = waiting;
    const announced = new Map(networks.map((network) => [network.chainId, network]));
    for (const [chainId, chain] of chains) chain.hear(announced.get(chainId) ?? null);
    for (const [chainId, network] of announced) {
      if (!chains.has(chainId)) chains.set(chainId, new IndexedChain(depsOf(chainId), network));
    }
  };
  const discovering = discoverNetworks({ ...options, stream }, stopping.signal, news, hear);

  const status = (): ChainStatus[] =>
    [...chains.values()].filter((chain) => !chain.isWithdrawn).map((chain) => chain.status());
  options.observer?.watch(status);
  const stopChains = () => Promise.all(Array.from(chains.values(), (chain) => chain.stop()));
  return {
    status,
    awaited: () => awaited,
    stop: async () => {
      stopping.abort();
      unsubscribe();
      hints.stop();
      news.ring();
      await Promise.all([discovering, stopChains()]);
      await stopChains();
    },
  };
}
