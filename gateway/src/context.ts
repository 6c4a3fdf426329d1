import { createClient } from '@connectrpc/connect';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { measureBus } from '@ledgergraph/service-kit/metrics/bus-metrics';
import type { Logger } from 'pino';
import { KeyDirectory } from '#/auth/key-directory.ts';
import { LookupLimits } from '#/auth/lookup-limits.ts';
import { CallRates } from '#/calls/call-rates.ts';
import { CallTracker } from '#/calls/call-tracker.ts';
import { PlanningTime } from '#/limits/planning-time.ts';
import { TEAMS_OF_EVENTS, WorkUnderWay } from '#/limits/work-under-way.ts';
import type { GatewayMetrics } from '#/metrics/gateway-metrics.ts';
import { TipFollower } from '#/pin/tip-follower.ts';
import { QuotaKeeper } from '#/quota/quota-keeper.ts';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { SendRates } from '#/sending/send-rates.ts';
import { PATIENCE_MS } from '#/streams/event-stream.ts';
import { MissedBlocks } from '#/streams/missed-blocks.ts';
import { SubgraphClients } from '#/subgraphs/subgraph-clients.ts';
import type { Env } from './env.ts';

const LAST_CALLS_MS = 3_000;

export interface Context {
  clients: SubgraphClients;
  tips: TipFollower;
  keys: KeyDirectory;
  quotas: QuotaKeeper;
  calls: CallTracker;
  cache: ResponseCache | null;
  planning: PlanningTime;
  sends: SendRates;
  missed: MissedBlocks;
  work: WorkUnderWay;
  /** Apart: streams take no room of queries. */
  eventWork: WorkUnderWay;
}

export async function createContext(
  env: Env,
  logger: Logger,
  onStop: (stop: () => Promise<void>) => void,
  metrics?: GatewayMetrics,
): Promise<Context> {
  const login = { user: 'gateway', password: env.NATS_PASSWORD };
  const bus = connectBus({ url: env.NATS_URL, prefix: env.NATS_SUBJECT_PREFIX, name: 'gateway', login, logger });
  onStop(() => bus.close());

  measureBus(metrics?.registry, bus);

  const { SUBGRAPH_TIMEOUT_MS: timeoutMs, SUBGRAPH_REQUESTS_AT_ONCE: requestsAtOnce } = env;
  const clients = new SubgraphClients({ timeoutMs, requestsAtOnce });
  onStop(() => clients.close());

  const blocks = createClient(BlockStreamService, createInternalTransport(env.BLOCKS_URL, env.INTERNAL_SECRET));
  const tips = new TipFollower({ blocks, bus, logger, pollMs: env.TIP_POLL_MS });
  tips.start();
  onStop(() => tips.stop());

  const accounts = createInternalTransport(env.ACCOUNTS_URL, env.INTERNAL_SECRET);
  const keys = new KeyDirectory({
    accounts: createClient(KeyService, accounts),
    bus,
    logger,
    lookups: new LookupLimits(),
    onLookup: metrics?.onLookup,
  });
  keys.start();
  onStop(async () => keys.stop());

  const rates = new CallRates({
    bus,
    secret: env.KEY_PEPPER,
    testCallsPerSecond: env.TEST_CALLS_PER_SECOND,
  });
  rates.start();
  onStop(async () => rates.stop());

  const quotas = new QuotaKeeper({
    accounts: createClient(QuotaService, accounts),
    bus,
    logger,
    onLease: metrics?.onLease,
  });
  quotas.start();
  const calls = new CallTracker({ quotas, rates, onSettled: metrics?.onCall });
  // The server has answered every request by then; the rest runs for clients that have gone.
  onStop(async () => {
    await calls.allSettled(LAST_CALLS_MS);
    await quotas.stop();
  });

  const bytesMax = env.RESPONSE_CACHE_MB * 2 ** 20;
  const cache = bytesMax === 0 ? null : new ResponseCache({ bytesMax });
  const work = new WorkUnderWay({ max: env.WORK_UNDER_WAY });
  const eventWork = new WorkUnderWay({ max: env.WORK_UNDER_WAY, teams: TEAMS_OF_EVENTS, waitMs: PATIENCE_MS });
  metrics?.watch({ quotas, keys, tips, cache, works: [work, eventWork] });
  const planning = new PlanningTime({ msPerSecond: env.PLANNING_MS_PER_SECOND });
  const sends = new SendRates({ bus, secret: env.KEY_PEPPER, perMinute: env.SENDS_PER_MINUTE });
  sends.start();
  onStop(async () => sends.stop());
  const missed = new MissedBlocks(bus);
  return { clients, tips, keys, quotas, calls, cache, planning, sends, missed, work, eventWork };
}
