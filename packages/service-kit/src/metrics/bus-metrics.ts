import type { Bus } from '@ledgergraph/event-bus/bus';
import { Gauge, type Registry } from 'prom-client';

/** Measures if the bus is connected: without it, slow timers stand in for events. */
export function measureBus(registry: Registry | undefined, bus: Pick<Bus, 'isConnected'>): void {
  if (registry === undefined) return;
  new Gauge({
    name: 'ledgergraph_nats_connected',
    help: '1 while NATS is connected',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(bus.isConnected() ? 1 : 0);
    },
  });
}
