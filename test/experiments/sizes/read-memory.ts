import { readFileSync } from 'node:fs';
import { readDescendants } from '../../bench/measure/cpu-time.ts';

const KIB = 1024;

/** Shared pages count in parts, so that the parts add up. */
export function readTreeMemoryBytes(root: number): number {
  return [...readDescendants(root).keys()].reduce((sum, pid) => sum + readProportionalBytes(pid), 0);
}

// proc(5): Pss is the proportional set size. An ended process holds nothing.
function readProportionalBytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) * KIB;
  } catch {
    return 0;
  }
}
