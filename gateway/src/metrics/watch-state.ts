import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { CacheCounts, ResponseCache } from '#/response-cache/response-cache.ts';
import { readNumbers } from '#/status/read-numbers.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';

export type Watched = Parameters<typeof readNumbers>[0] & {
  tips: Pick<TipFollower, 'tips' | 'confirmedAgoMs'>;
  /** Null: no answers are kept. */
  cache: Pick<ResponseCache, 'counts'> | null;
};

const NO_CACHE: CacheCounts = { hits: 0, shared: 0, misses: 0, entries: 0, bytes: 0 };

type AddGauge = (name: string, help: string, read: () => number | null, aggregator?: Aggregator) => void;

/** Publishes the state of the gateway, read at each scrape. */
export function watchState(registry: Registry, state: Watched): void {
  const registers = [registry];
  /** An absent value is no sample: "never" is no number of seconds. */
  const gauge: AddGauge = (name, help, read, aggregator = 'sum') => {
    new Gauge({
      name: `ledgergraph_${name}`,
      help,
      registers,
      aggregator,
      collect() {
        this.reset();
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  const numbers = () => readNumbers(state);
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  gauge('lease_units', 'Units leased and not spent, all teams together', () => Number(numbers().unitsHeld));
  gauge('lease_teams', 'Teams with units, or with recent calls', () => numbers().teams, 'max');
  gauge(
    'report_age_seconds',
    'Since accounts took a report of calls in; absent: it never has',
    () => seconds(numbers().reportedAgoMs),
    'max',
  );
  gauge('key_cache_entries', 'Good keys in memory', () => numbers().keys);
  gauge(
    'key_snapshot_age_seconds',
    'Since the least lately confirmed key in memory was; absent: there is none',
    () => seconds(numbers().oldestKeyMs),
    'max',
  );
  gauge(
    'tips_age_seconds',
    'Since blocks last answered what the tips are; absent: it never has',
    () => seconds(state.tips.confirmedAgoMs()),
    'max',
  );
  watchCache(registers, gauge, state);
  new Gauge({
    name: 'ledgergraph_pin_height',
    help: 'The block at which operations read a chain now',
    labelNames: ['chain_id'],
    aggregator: 'min',
    registers,
    collect() {
      this.reset();
      for (const { chainId, height } of state.tips.tips()) this.set({ chain_id: chainId }, height);
    },
  });
}

function watchCache(registers: Registry[], gauge: AddGauge, { cache }: Pick<Watched, 'cache'>): void {
  const cached = () => cache?.counts() ?? NO_CACHE;
  gauge('response_cache_entries', 'Whole answers that are kept', () => cached().entries);
  gauge('response_cache_bytes', 'Memory of the cached responses', () => cached().bytes);
  new Counter({
    name: 'ledgergraph_response_cache_lookups_total',
    help: 'Operations by whether their whole answer was there; shared: an equal one was under way',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, shared, misses } = cached();
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'shared' }, shared);
      this.inc({ result: 'miss' }, misses);
    },
  });
}

/** Publishes how many streams of events are open, how they ended, and how many events clients took. */
export function watchStreams(registry: Registry, streams: Pick<OpenStreams, 'size' | 'delivered' | 'ended'>): void {
  const registers = [registry];
  new Gauge({
    name: 'ledgergraph_streams',
    help: 'Streams of events that are open',
    registers,
    collect() {
      this.set(streams.size);
    },
  });
  new Counter({
    name: 'ledgergraph_stream_events_total',
    help: 'Events that clients of streams took',
    registers,
    collect() {
      this.reset();
      this.inc(streams.delivered);
    },
  });
  new Counter({
    name: 'ledgergraph_streams_ended_total',
    help: 'Streams that ended, by code; GONE: the client closed it',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of streams.ended) this.inc({ code }, count);
    },
  });
}
