import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os';

/** Facts to judge the figures by, and nothing that names the machine. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return (
    `${availableParallelism()} cores of ${model}, ${memoryGib} GiB of memory, ${type()}, Node ${process.versions.node}; ` +
    `load average at the start ${load}`
  );
}
