import { Counter, Gauge, type Registry } from 'prom-client';
import type { OpenStreams } from '#/live/open-streams.ts';

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
