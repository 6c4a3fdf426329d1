import type { Bus } from '@ledgergraph/event-bus/bus';
import type { Registry } from 'prom-client';
import { ScrapedMetrics } from './scraped-metrics.ts';

/** Without the bus, slow timers stand in for events. */
export function measureBus(registry: Registry | undefined, bus: Pick<Bus, 'isConnected'>): void {
  if (registry === undefined) return;
  const isConnected = () => (bus.isConnected() ? 1 : 0);
  const options = { aggregator: 'min' } as const;
  new ScrapedMetrics(registry).gauge('ledgergraph_nats_connected', '1 while NATS is connected', isConnected, options);
}
