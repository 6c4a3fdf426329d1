import { deleteNetworksExcept, listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { ChainNodes } from '#/chain/chain-node.ts';
import { hearZmq } from '#/chain/hear-zmq.ts';
import { resetAwaited } from '#/db/awaited-networks.ts';
import { saveConfiguredEnvironments } from '#/db/configured-environments.ts';
import { TipAnnouncer } from '#/events/announce-tips.ts';
import { hearProgress } from '#/events/on-progress.ts';
import { publishOutbox } from '#/events/publish-outbox.ts';
import { PoolFollower } from '#/pool/pool-follower.ts';
import { SizeFiller } from '#/sizes/size-filler.ts';
import type { FollowerMetrics } from './follower-metrics.ts';
import { type FollowStatus, NetworkFollower } from './network-follower.ts';
import type { NetworkSettings } from './network-settings.ts';

/** Slow timer that makes up for a lost event or an unreachable broker. */
const RECONCILE_MS = 1_000;

export interface FollowNetworksOptions<Tx extends SqlExecutor> {
  networks: readonly NetworkSettings[];
  /** Subgraphs whose progress counts. */
  subgraphs: readonly string[];
  db: SqlClient<Tx>;
  bus: Bus;
  logger: Logger;
  pollMs: number;
  /** See `FollowDeps`. */
  batchBlocks?: number;
  connectNodes: (settings: NetworkSettings) => ChainNodes;
  /** Metrics of the followers. */
  metrics?: FollowerMetrics;
}

export interface RunningFollowers {
  status(): FollowStatus[];
  /** The nodes of each followed chain, by its id. */
  nodes: ReadonlyMap<string, ChainNodes>;
  /** Looks at the mempool of a chain at once: a transaction has just been sent. */
  wakePool(chainId: string): void;
  stop(): Promise<void>;
}

/** Follows every network of networks.yaml, and publishes new blocks and tips. */
export async function followNetworks<Tx extends SqlExecutor>(
  options: FollowNetworksOptions<Tx>,
): Promise<RunningFollowers> {
  const { networks, bus, logger } = options;
  const news = new Bell();
  const stops: (() => Promise<void> | void)[] = [];
  const pools = new Map<string, PoolFollower<Tx>>();
  const followers: NetworkFollower<Tx>[] = [];
  const nodesOf = new Map<string, ChainNodes>();
  for (const settings of networks) {
    const nodes = options.connectNodes(settings);
    nodesOf.set(settings.chainId, nodes);
    const follower = new NetworkFollower({
      ...options,
      settings,
      nodes,
      onCommit: (commit) => {
        options.metrics?.committed(settings.name, commit);
        news.ring();
        pool.wake();
      },
      onFailure: () => options.metrics?.failed(settings.name),
    });
    const pool = new PoolFollower({
      ...options,
      chainId: settings.chainId,
      logger: logger.child({ network: settings.name }),
      node: () => follower.node(),
      onWritten: () => news.ring(),
      onRead: (sync) => options.metrics?.pool.read(settings.name, sync),
    });
    const sizes = new SizeFiller({
      ...{ chainId: settings.chainId, db: options.db, logger: logger.child({ network: settings.name }) },
      nodes: () => nodes.rawNodes(),
      isIdle: () => follower.isIdle(),
      onLeft: (heights) => options.metrics?.sizes.left(settings.name, heights),
    });
    followers.push(follower);
    pools.set(settings.chainId, pool);
    stops.push(async () => {
      await Promise.all([follower.stop(), pool.stop(), sizes.stop()]);
    });
    if (settings.zmq !== undefined) {
      const listener = { onBlock: () => follower.wake(), onTransaction: () => pool.wake() };
      stops.push(await hearZmq(settings.zmq, logger, listener));
    }
  }
  options.metrics?.watch(followers);
  stops.push(hearProgress(bus, options.subgraphs, () => news.ring()));
  stops.push(spreadNews(options, news));
  return {
    status: () => followers.map((follower) => follower.status()),
    nodes: nodesOf,
    wakePool: (chainId) => pools.get(chainId)?.wake(),
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** Publishes the events of applied blocks and the tips that moved, until stopped. */
function spreadNews<Tx extends SqlExecutor>(options: FollowNetworksOptions<Tx>, news: Bell): () => Promise<void> {
  const { networks, db, bus, logger } = options;
  const chainIds = networks.map(({ chainId }) => chainId);
  const environments = networks.map(({ environment }) => environment);
  const tips = new TipAnnouncer(db, bus, options.subgraphs);
  let stopped = false;
  let hasSavedNetworks = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        // This write comes here and not at the start, which must not depend on the database.
        if (!hasSavedNetworks) {
          await deleteNetworksExcept(db, chainIds);
          await saveConfiguredEnvironments(db, environments);
          await resetAwaited(db, networks);
        }
        hasSavedNetworks = true;
        for (const network of await listNetworks(db)) {
          await publishOutbox(db, bus, network.chainId);
          await tips.announce(network);
        }
      } catch (error) {
        logger.warn({ err: error }, 'events could not be published; trying again');
      }
      await news.wait(RECONCILE_MS);
    }
  };
  const running = run();
  return async () => {
    stopped = true;
    news.ring();
    await running;
  };
}
