import { readFile } from 'node:fs/promises';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { databaseMap } from '@ledgergraph/chain-kit/env';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { openByChain } from '@ledgergraph/service-kit/db/database-map';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { measureBus } from '@ledgergraph/service-kit/metrics/bus-metrics';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { connectNodes } from '#/following/verus-nodes.ts';
import { followNetworks } from '#/networks/follow-networks.ts';
import { FollowerMetrics } from '#/networks/follower-metrics.ts';
import { readNetworks } from '#/networks/read-networks.ts';
import { nodeService } from '#/node-service.ts';
import { DoorMetrics } from '#/passing/door-metrics.ts';
import { NodeDoor } from '#/passing/node-door.ts';
import { RawMetrics } from '#/raw/raw-metrics.ts';
import type { RawOutcome } from '#/raw/raw-outcome.ts';
import { RawReader, type RawReaderOptions } from '#/raw/raw-reader.ts';
import { TRANSACTION_SOURCE } from '#/raw/transaction-source.ts';
import { OpenSubmissions } from '#/sending/settle-open.ts';
import { TransactionSender } from '#/sending/transaction-sender.ts';
import { TEXT_SOURCE } from '#/texts/text-source.ts';
import type { IndexerEnv } from './env.ts';

export { indexerEnvOfNodes as env } from './env.ts';

export async function openIndexer(env: IndexerEnv, context: RoleContext): Promise<void> {
  const { name, logger, registry, pools, onStop } = context;
  const networks = readNetworks(await readFile(env.NETWORKS_FILE, 'utf8'), env.nodeVariables);
  const databases = openByChain(databaseMap(env), ({ url }) => openWriter(url, { pools }));
  for (const db of databases.list()) onStop(() => db.$disconnect());
  const bus = connectBus({
    url: env.NATS_URL,
    prefix: env.NATS_SUBJECT_PREFIX,
    name,
    login: { user: 'blocks', password: env.NATS_PASSWORD },
    logger,
  });
  onStop(() => bus.close());
  measureBus(registry, bus);
  const followers = await followNetworks({
    networks,
    subgraphs: env.SUBGRAPHS,
    databases,
    bus,
    logger,
    pollMs: env.POLL_INTERVAL_MS,
    batchBlocks: env.BATCH_BLOCKS,
    connectNodes,
    ...(registry !== undefined && { metrics: new FollowerMetrics(registry) }),
  });
  onStop(() => followers.stop());
  const sender = new TransactionSender({
    databases,
    logger,
    chains: followers.nodes,
    onSent: (chainId) => followers.wakePool(chainId),
    onUnknown: () => open.wake(),
  });
  const open = new OpenSubmissions({ databases, logger, sender });
  onStop(() => open.stop());
  const names = new Map(networks.map(({ chainId, name }) => [chainId, name]));
  const asking = openAsking({ env, databases, logger, registry, chains: followers.nodes, names });
  const server = await createInternalServer({
    secret: env.INTERNAL_SECRET,
    logger,
    registry,
    drainMs: env.DRAIN_MS,
    connect: (router) => router.service(NodeService, nodeService({ sender, ...asking })),
    ready: async () => {
      const details = followers.status();
      return { ready: details.every(({ faults, outcome }) => outcome !== null && faults.length === 0), details };
    },
  });
  await listenAsRole(server, env, context);
}

interface AskingOptions extends Pick<RoleContext, 'logger' | 'registry'> {
  env: IndexerEnv;
  databases: RawReaderOptions<unknown>['databases'];
  chains: Awaited<ReturnType<typeof followNetworks>>['nodes'];
  /** By i-address, for metrics. */
  names: ReadonlyMap<string, string>;
}

/** Answers of nodes that are kept, and those that are passed on. */
function openAsking({ env, databases, logger, registry, chains, names }: AskingOptions) {
  const rawMetrics = registry === undefined ? undefined : new RawMetrics(registry);
  const doorMetrics = registry === undefined ? undefined : new DoorMetrics(registry);
  const kept = {
    databases,
    logger,
    chains,
    onFetched: (chainId: string, outcome: RawOutcome['kind']) =>
      rawMetrics?.fetched(names.get(chainId) ?? chainId, outcome),
  };
  return {
    reader: new RawReader({ ...kept, source: TRANSACTION_SOURCE }),
    texts: new RawReader({ ...kept, source: TEXT_SOURCE }),
    door: new NodeDoor({
      logger,
      chains,
      methods: env.NODE_METHODS,
      onPassed: (chainId, method, outcome) => doorMetrics?.passed(names.get(chainId) ?? chainId, method, outcome),
    }),
  };
}
