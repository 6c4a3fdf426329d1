import { appendFileSync, readFileSync } from 'node:fs';

/** One JSON object a line. */
export const CPU_FILE_VARIABLE = 'TEST_CPU_FILE';

export interface CpuTime {
  file?: string;
  seconds: number;
}

/** In /proc, on every Linux system that Node runs on. */
const TICKS_PER_SECOND = 100;

/** With, on Linux, all descendants that have ended. */
export function usedCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + endedChildrenSeconds();
}

function endedChildrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  // The name in parentheses may hold spaces; cutime and cstime are the 14th and 15th values behind it (proc_pid_stat(5)).
  const values = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(values[13]) + Number(values[14])) / TICKS_PER_SECOND;
}

export function noteCpuTime(time: CpuTime): void {
  const file = process.env[CPU_FILE_VARIABLE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(time)}\n`);
}
