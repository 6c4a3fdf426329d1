import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '#/db/connection.ts';
import { readOverdueSeconds } from '#/db/deliveries.ts';

export interface WebhookMetrics {
  attempts: Counter<'result'>;
  attemptSeconds: Histogram;
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** @param registry undefined: metrics are counted but not served */
export function createMetrics(registry: Registry | undefined, db: Database): WebhookMetrics {
  const registers = registry === undefined ? [] : [registry];
  const attempts = new Counter({
    name: 'ledgergraph_webhook_attempts_total',
    help: 'Requests to receivers, by result',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['delivered', 'failed']) attempts.inc({ result }, 0);
  const attemptSeconds = new Histogram({
    name: 'ledgergraph_webhook_attempt_duration_seconds',
    help: 'Time until a receiver has answered, or was given up',
    buckets: SECONDS,
    registers,
  });
  if (registry !== undefined) measureTables(registry, db);
  return { attempts, attemptSeconds };
}

/** Read from the database, so that all processes report the same values. */
function measureTables(registry: Registry, db: Database): void {
  new Gauge({
    name: 'ledgergraph_webhook_endpoints',
    help: 'Endpoints, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const rows = await db.endpoint.groupBy({ by: ['state'], _count: true });
      for (const state of ['active', 'paused', 'disabled'] as const) {
        this.set({ state }, rows.find((row) => row.state === state)?._count ?? 0);
      }
    },
  });
  new Gauge({
    name: 'ledgergraph_webhook_overdue_seconds',
    help: 'How long the attempt of an active endpoint has been due that has waited longest',
    registers: [registry],
    async collect() {
      this.set(await readOverdueSeconds(db));
    },
  });
}
