import type { Bus } from '@ledgergraph/event-bus/bus';
import { Gauge, type Registry } from 'prom-client';

/** Whether events arrive at once, or slow timers have to stand in for them. */
export function measureBus(registry: Registry | undefined, bus: Pick<Bus, 'isConnected'>): void {
  if (registry === undefined) return;
  new Gauge({
    name: 'ledgergraph_nats_connected',
    help: '1 while NATS is connected',
    registers: [registry],
    collect() {
      this.set(bus.isConnected() ? 1 : 0);
    },
  });
}
