import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os';

/** The machine in words: the facts that a reader needs to judge the figures, and nothing that names it. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return (
    `${availableParallelism()} cores of ${model}, ${memoryGib} GiB of memory, ${type()}, Node ${process.versions.node}; ` +
    `load average at the start ${load}`
  );
}
