import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Bus } from '@ledgergraph/event-bus/bus';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { onMissed, onProgress } from '#/events/bells.ts';
import type { ChainNodes } from '#/following/chain-node.ts';
import { onZmq } from '#/following/on-zmq.ts';
import { PoolFollower } from '#/pool/pool-follower.ts';
import type { FollowerMetrics } from './follower-metrics.ts';
import { type FollowStatus, NetworkFollower } from './network-follower.ts';
import type { NetworkSettings } from './network-settings.ts';
import { spreadNews } from './spread-news.ts';

export interface FollowNetworksOptions<Tx extends SqlExecutor> {
  networks: readonly NetworkSettings[];
  subgraphs: readonly string[];
  databases: ByChain<SqlClient<Tx>>;
  bus: Bus;
  logger: Logger;
  pollMs: number;
  batchBlocks?: number;
  connectNodes: (settings: NetworkSettings) => ChainNodes;
  metrics?: FollowerMetrics;
}

export interface RunningFollowers {
  status(): FollowStatus[];
  nodes: ReadonlyMap<string, ChainNodes>;
  wakePool(chainId: string): void;
  stop(): Promise<void>;
}

export async function followNetworks<Tx extends SqlExecutor>(
  options: FollowNetworksOptions<Tx>,
): Promise<RunningFollowers> {
  const { networks, bus, logger } = options;
  const news = spreadNews(options);
  const stops: (() => Promise<void> | void)[] = [];
  const pools = new Map<string, PoolFollower<Tx>>();
  const followers = new Map<string, NetworkFollower<Tx>>();
  const nodesOf = new Map<string, ChainNodes>();
  for (const settings of networks) {
    const { chainId } = settings;
    const db = options.databases.of(chainId);
    const nodes = options.connectNodes(settings);
    nodesOf.set(chainId, nodes);
    const follower = new NetworkFollower({
      ...options,
      db,
      settings,
      nodes,
      onCommit: (commit) => {
        options.metrics?.committed(settings.name, commit);
        news.ring(chainId);
        pool.wake();
      },
      onFailure: () => options.metrics?.failed(settings.name),
    });
    const pool = new PoolFollower({
      ...options,
      db,
      chainId,
      logger: logger.child({ network: settings.name }),
      node: () => follower.node(),
      onWritten: () => news.ring(chainId),
      onRead: (sync) => options.metrics?.pool.read(settings.name, sync),
    });
    followers.set(chainId, follower);
    pools.set(chainId, pool);
    stops.push(async () => {
      await Promise.all([follower.stop(), pool.stop()]);
    });
    if (settings.zmq !== undefined) {
      const listener = { onBlock: () => follower.wake(), onTransaction: () => pool.wake() };
      stops.push(await onZmq(settings.zmq, logger, listener));
    }
  }
  options.metrics?.watch([...followers.values()]);
  stops.push(onProgress(bus, options.subgraphs, () => news.ring()));
  stops.push(onMissed(bus, (chainId, hash) => followers.get(chainId)?.noteMissed(hash)));
  return {
    status: () => Array.from(followers.values(), (follower) => follower.status()),
    nodes: nodesOf,
    wakePool: (chainId) => pools.get(chainId)?.wake(),
    stop: async () => {
      for (const stop of [news.stop, ...stops.reverse()]) await stop();
    },
  };
}
