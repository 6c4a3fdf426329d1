import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { type BucketCounts, CountedHistogram } from '@ledgergraph/service-kit/metrics/counted-histogram';
import { ScrapedMetrics } from '@ledgergraph/service-kit/metrics/scraped-metrics';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { KeyAnswer } from '#/auth/key-answer.ts';
import type { OnCost } from '#/cost/limit-cost.ts';
import type { ExecutionCounts } from '#/execution/execution-counts.ts';
import type { LeaseResult } from '#/quota/team-quota.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';
import type { OnFetch } from '#/subgraphs/subgraph-reader.ts';
import type { Supergraphs } from '#/supergraph/open-supergraphs.ts';
import { type Watched, watchExecution, watchState, watchStreams, watchSupergraphs } from './watch-state.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COSTS = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/**
 * No label holds anything of a client's: neither key nor address, neither text nor name of an operation. None of these functions throws.
 */
export class GatewayMetrics {
  readonly registry: Registry;
  readonly onCall: (status: CallStatus, seconds: number) => void;
  readonly onFetch: OnFetch;
  readonly onCost: OnCost;
  readonly onLease: (result: LeaseResult) => void;
  readonly onLookup: (result: KeyAnswer['status']) => void;
  readonly #scraped: ScrapedMetrics;

  constructor(registry: Registry) {
    this.registry = registry;
    this.#scraped = new ScrapedMetrics(registry);
    const registers = [registry];
    const calls = new CountedHistogram({
      name: 'ledgergraph_call_duration_seconds',
      help: 'Calls with a working key, from its acceptance to the answer, by how they ended',
      labelNames: ['outcome'],
      buckets: SECONDS,
      registry,
    });
    const byStatus: BucketCounts[] = [];
    this.onCall = (status, seconds) => {
      byStatus[status] ??= calls.of({ outcome: CallStatus[status].toLowerCase() });
      byStatus[status].observe(seconds);
    };

    const fetches = new Histogram({
      name: 'ledgergraph_subgraph_fetch_duration_seconds',
      help: 'Fetches of operations from a subgraph; equal ones under way at once are one request, but count each',
      labelNames: ['subgraph'],
      buckets: SECONDS,
      registers,
    });
    const faults = new Counter({
      name: 'ledgergraph_subgraph_errors_total',
      help: 'Fetches without a usable answer, or with an error that is no client’s, by code',
      labelNames: ['subgraph', 'code'],
      registers,
    });
    this.onFetch = (subgraph, seconds, code) => {
      fetches.observe({ subgraph }, seconds);
      if (code !== undefined) faults.inc({ subgraph, code });
    };

    const costs = new Histogram({
      name: 'ledgergraph_operation_cost',
      help: 'Cost of operations: estimated before planning, and counted in their answers',
      labelNames: ['kind'],
      buckets: COSTS,
      registers,
    });
    this.onCost = (estimated, actual) => {
      costs.observe({ kind: 'estimated' }, estimated);
      if (actual !== undefined) costs.observe({ kind: 'actual' }, actual);
    };

    const leases = 'Requests to accounts for units, by result; away: no answer';
    this.onLease = countResults(registry, 'ledgergraph_lease_requests_total', leases);

    const lookups =
      'Look-ups of keys that the cache did not hold, by the answer of accounts; throttled ones were not made';
    this.onLookup = countResults(registry, 'ledgergraph_key_lookups_total', lookups);
  }

  watch(state: Watched): void {
    watchState(this.#scraped, state);
  }

  watchStreams(streams: OpenStreams): void {
    watchStreams(this.#scraped, streams);
  }

  watchGraph(counts: ExecutionCounts, supergraphs: Pick<Supergraphs, 'numbers'>): void {
    watchExecution(this.#scraped, counts);
    watchSupergraphs(this.#scraped, supergraphs);
  }
}

function countResults(registry: Registry, name: string, help: string): (result: string) => void {
  const counter = new Counter({ name, help, labelNames: ['result'], registers: [registry] });
  return (result) => counter.inc({ result });
}
