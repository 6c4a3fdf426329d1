import type { ScrapedMetrics } from '@ledgergraph/service-kit/metrics/scraped-metrics';
import type { KeyDirectory } from '#/auth/key-directory.ts';
import type { ExecutionCounts } from '#/execution/execution-counts.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { QuotaKeeper } from '#/quota/quota-keeper.ts';
import type { CacheCounts, ResponseCache } from '#/response-cache/response-cache.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';
import type { Supergraphs } from '#/supergraph/open-supergraphs.ts';

export interface Watched {
  quotas: Pick<QuotaKeeper, 'balance'>;
  keys: Pick<KeyDirectory, 'cacheState'>;
  tips: Pick<TipFollower, 'tips' | 'confirmedAgoMs'>;
  cache: Pick<ResponseCache, 'counts'> | null;
  works: readonly Pick<WorkUnderWay, 'cost' | 'waiting'>[];
}

const BY_RESULT = { labelNames: ['result'] };
/** Ages, and what is the same in all workers. */
const MAX = { aggregator: 'max' } as const;

export function watchState(metrics: ScrapedMetrics, { quotas, keys, tips, cache, works }: Watched): void {
  metrics.gauge('ledgergraph_lease_units', 'Units leased and not spent, all teams together', () =>
    Number(quotas.balance().unitsHeld),
  );
  metrics.gauge('ledgergraph_lease_teams', 'Teams with units, or with recent calls', () => quotas.balance().teams, MAX);
  metrics.gauge(
    'ledgergraph_report_age_seconds',
    'Since accounts took a report of calls in; absent: it never has',
    () => toSeconds(quotas.balance().reportedAgoMs),
    MAX,
  );
  metrics.gauge('ledgergraph_key_cache_entries', 'Good keys in memory', () => keys.cacheState().known);
  metrics.gauge(
    'ledgergraph_key_snapshot_age_seconds',
    'Since the least lately confirmed key in memory was; absent while no key is in memory',
    () => toSeconds(keys.cacheState().oldestMs),
    MAX,
  );
  metrics.gauge(
    'ledgergraph_tips_age_seconds',
    'Since blocks last answered what the tips are; absent: it never has',
    () => toSeconds(tips.confirmedAgoMs()),
    MAX,
  );
  metrics.gauge(
    'ledgergraph_pin_height',
    'The block at which operations read a chain now',
    () => tips.tips().map(({ chainId, height }) => [{ chain_id: chainId }, height]),
    { labelNames: ['chain_id'], aggregator: 'min' },
  );
  metrics.gauge('ledgergraph_work_under_way', 'Estimated cost of the operations and events that run', () =>
    works.reduce((sum, { cost }) => sum + cost, 0),
  );
  metrics.gauge('ledgergraph_work_waiting', 'Operations and groups of events that wait for others of their team', () =>
    works.reduce((sum, { waiting }) => sum + waiting, 0),
  );
  watchCache(metrics, cache);
}

const NO_CACHE: CacheCounts = { hits: 0, shared: 0, misses: 0, entries: 0, bytes: 0 };

function watchCache(metrics: ScrapedMetrics, cache: Watched['cache']): void {
  const read = () => cache?.counts() ?? NO_CACHE;
  metrics.gauge('ledgergraph_response_cache_entries', 'Whole answers that are kept', () => read().entries);
  metrics.gauge('ledgergraph_response_cache_bytes', 'Memory of the cached responses', () => read().bytes);
  metrics.counter(
    'ledgergraph_response_cache_lookups_total',
    'Operations by whether their whole answer was there; shared: an equal one was under way',
    () => {
      const { hits, shared, misses } = read();
      return byResult({ hit: hits, shared, miss: misses });
    },
    BY_RESULT,
  );
}

export function watchStreams(
  metrics: ScrapedMetrics,
  streams: Pick<OpenStreams, 'size' | 'delivered' | 'ended'>,
): void {
  metrics.gauge('ledgergraph_streams', 'Streams of events that are open', () => streams.size);
  metrics.counter('ledgergraph_stream_events_total', 'Events that clients of streams took', () => streams.delivered);
  metrics.counter(
    'ledgergraph_streams_ended_total',
    'Streams that ended, by code; GONE: the client closed it',
    () => Array.from(streams.ended, ([code, count]) => [{ code }, count]),
    { labelNames: ['code'] },
  );
}

export function watchExecution(metrics: ScrapedMetrics, counts: ExecutionCounts): void {
  metrics.counter(
    'ledgergraph_operations_total',
    'Operations that were executed: not answered from the cache, not refused',
    () => counts.executed,
  );
  metrics.counter(
    'ledgergraph_plan_cache_lookups_total',
    'Operations by whether their plan was there already',
    () => byResult({ hit: counts.planHits, miss: counts.planMisses }),
    BY_RESULT,
  );
  metrics.gauge('ledgergraph_plan_cache_entries', 'Plans that are kept', () => counts.plans.size);
  metrics.gauge('ledgergraph_plan_cache_bytes', 'Estimated memory of the cached plans', () => counts.plans.bytes);
  metrics.counter(
    'ledgergraph_pin_losses_total',
    'Operations whose block a reorganisation removed: repeated, or refused after a second loss',
    () => byResult(counts.pinLosses),
    BY_RESULT,
  );
  metrics.counter(
    'ledgergraph_shadow_operations_total',
    'Operations drawn to be run by Apollo’s executor too, by what came of it; dropped: there was no room, or the pin moved',
    () => byResult(counts.shadow),
    BY_RESULT,
  );
}

export function watchSupergraphs(metrics: ScrapedMetrics, { numbers }: Pick<Supergraphs, 'numbers'>): void {
  metrics.gauge(
    'ledgergraph_supergraph_serial',
    'Serial of the signed supergraph that answers; 0: the one of the build',
    () => numbers().serial ?? 0,
    { aggregator: 'min' },
  );
  metrics.counter(
    'ledgergraph_supergraphs_total',
    'New supergraphs since the start, by result',
    () => {
      const { taken, refused } = numbers();
      return byResult({ taken, refused });
    },
    { ...BY_RESULT, ...MAX },
  );
}

function byResult(counts: Readonly<Record<string, number>>): [{ result: string }, number][] {
  return Object.entries(counts).map(([result, count]) => [{ result }, count]);
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
