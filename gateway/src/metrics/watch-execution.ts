import { Counter, Gauge, type Registry } from 'prom-client';
import type { ExecutionCounts } from '#/execution/executor.ts';
import type { Supergraphs } from '#/supergraph/open-supergraphs.ts';

/** Publishes the executor's own counts, read at each scrape. */
export function watchExecution(registry: Registry, counts: ExecutionCounts): void {
  const registers = [registry];
  new Counter({
    name: 'ledgergraph_operations_total',
    help: 'Operations that were executed: not answered from the cache, not refused',
    registers,
    collect() {
      this.reset();
      this.inc(counts.executed);
    },
  });
  new Counter({
    name: 'ledgergraph_plan_cache_lookups_total',
    help: 'Operations by whether their plan was there already',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      this.inc({ result: 'hit' }, counts.planHits);
      this.inc({ result: 'miss' }, counts.planMisses);
    },
  });
  new Gauge({
    name: 'ledgergraph_plan_cache_entries',
    help: 'Plans that are kept',
    registers,
    collect() {
      this.set(counts.plans.size);
    },
  });
  new Gauge({
    name: 'ledgergraph_plan_cache_bytes',
    help: 'Estimated memory of the cached plans',
    registers,
    collect() {
      this.set(counts.plans.bytes);
    },
  });
  new Counter({
    name: 'ledgergraph_pin_losses_total',
    help: 'Operations whose block a reorganisation removed: repeated, or refused after a second loss',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      this.inc({ result: 'repeated' }, counts.pinLosses.repeated);
      this.inc({ result: 'refused' }, counts.pinLosses.refused);
    },
  });
}

/** Which supergraph answers, read whenever metrics are. */
export function watchSupergraphs(registry: Registry, { numbers }: Pick<Supergraphs, 'numbers'>): void {
  const registers = [registry];
  new Gauge({
    name: 'ledgergraph_supergraph_serial',
    help: 'Serial of the signed supergraph that answers; 0: the one of the build',
    aggregator: 'min',
    registers,
    collect() {
      this.set(numbers().serial ?? 0);
    },
  });
  new Counter({
    name: 'ledgergraph_supergraphs_total',
    help: 'New supergraphs since the start, by result',
    labelNames: ['result'],
    // Each worker takes the same one.
    aggregator: 'max',
    registers,
    collect() {
      const { taken, refused } = numbers();
      this.reset();
      this.inc({ result: 'taken' }, taken);
      this.inc({ result: 'refused' }, refused);
    },
  });
}
