import { Counter, Gauge, type Registry } from 'prom-client';
import type { Supergraphs } from '#/supergraph/open-supergraphs.ts';

/** Which supergraph answers, read whenever metrics are. */
export function watchSupergraphs(registry: Registry, { numbers }: Pick<Supergraphs, 'numbers'>): void {
  const registers = [registry];
  new Gauge({
    name: 'ledgergraph_supergraph_serial',
    help: 'Serial of the signed supergraph that answers; 0: the one of the build',
    registers,
    collect() {
      this.set(numbers().serial ?? 0);
    },
  });
  new Counter({
    name: 'ledgergraph_supergraphs_total',
    help: 'New supergraphs since the start, by result',
    labelNames: ['result'],
    registers,
    collect() {
      const { taken, refused } = numbers();
      this.reset();
      this.inc({ result: 'taken' }, taken);
      this.inc({ result: 'refused' }, refused);
    },
  });
}
