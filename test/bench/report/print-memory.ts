import type { MemoryCurve } from '../gateway-memory/run-memory.ts';
import { median } from '../measure/quantile.ts';
import { formatTable } from './format-table.ts';

/** Times of the start, and a Markdown table of the memory after each number of operations. */
export function printMemory({ starts, looks }: MemoryCurve): string {
  const cpu = starts.flatMap(({ cpuMs }) => cpuMs ?? []);
  const elapsed = Math.round(median(starts.map(({ elapsedMs }) => elapsedMs)));
  const ofCpu = cpu.length === 0 ? '' : `, of which ${Math.round(median(cpu))} ms of CPU time`;
  const rows = looks.map(({ operations, rss, heap }) => [
    String(operations),
    (rss / 1e6).toFixed(0),
    (heap / 1e6).toFixed(0),
  ]);
  return [
    `From start to ready: ${elapsed} ms${ofCpu}; median of ${starts.length}.`,
    formatTable(['distinct operations', 'resident MB', 'heap MB after a collection'], rows),
  ].join('\n\n');
}
