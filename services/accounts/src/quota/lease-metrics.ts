import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#/db/connection.ts';
import { countLeases } from '#/db/quota-leases.ts';

const STATES = ['open', 'written_off'] as const;

/** Read from the database at each scrape; absent while that is away. */
export function measureLeases(registry: Registry, db: Database): void {
  let reading: Promise<void> | undefined;
  // The gauges are collected at the same time: the first one reads for all.
  const collect = (): Promise<void> => {
    reading ??= read()
      .catch(forget)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `ledgergraph_accounts_${name}`, help, labelNames: ['state'], registers: [registry], collect });
  const leases = gauge('leases', 'Leases, by whether they are open or written off as their gateway is silent');
  const units = gauge('leased_units', 'Units on leases that are not reported as spent');
  const gateways = gauge('lease_gateways', 'Gateways with leases');

  function forget(): void {
    for (const each of [leases, units, gateways]) each.reset();
  }

  async function read(): Promise<void> {
    const rows = await countLeases(db);
    for (const state of STATES) {
      const row = rows.find((each) => each.state === state);
      leases.set({ state }, Number(row?.leases ?? 0));
      units.set({ state }, Number(row?.unspent ?? 0));
      gateways.set({ state }, Number(row?.gateways ?? 0));
    }
  }
}
