import { readdirSync, readFileSync } from 'node:fs';

// The kernel counts for programs in hundredths of a second.
const MS_PER_TICK = 10;

interface ProcessTimes {
  parent: number;
  own: number;
  /** Ticks of children that were waited for. */
  ended: number;
}

/** To 10 ms; undefined where there is no /proc, or no such process. */
export function readCpuMs(pid: number): number | undefined {
  const times = readTimes(pid);
  return times === undefined ? undefined : times.own * MS_PER_TICK;
}

/** With everything it started, also what has ended meanwhile. */
export function readTreeCpuMs(root: number): number | undefined {
  const tree = readTree(root);
  if (tree === undefined) return undefined;
  let ticks = 0;
  for (const times of tree.values()) ticks += times.own + times.ended;
  return ticks * MS_PER_TICK;
}

/** Milliseconds by id; empty where there is no /proc. */
export function readDescendants(root: number): Map<number, { cpuMs: number; title: string }> {
  const found = new Map<number, { cpuMs: number; title: string }>();
  for (const [pid, { own }] of readTree(root) ?? [])
    found.set(pid, { cpuMs: own * MS_PER_TICK, title: readTitle(pid) });
  return found;
}

function readTree(root: number): Map<number, ProcessTimes> | undefined {
  if (readTimes(root) === undefined) return undefined;
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(Number(name)) : undefined;
    if (times !== undefined) processes.set(Number(name), times);
  }
  return new Map([...processes].filter(([pid]) => descends(pid, root, processes)));
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function descends(pid: number, root: number, processes: ReadonlyMap<number, ProcessTimes>): boolean {
  for (let at: number | undefined = pid; at !== undefined; at = processes.get(at)?.parent) if (at === root) return true;
  return false;
}

// proc(5): the second field, in parentheses, may hold spaces; fields 4 and 14 to 17 come after it.
function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const field = (number: number): number => fields[number - 3] ?? 0;
    return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
  } catch {
    return undefined;
  }
}
