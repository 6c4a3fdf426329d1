import { readdirSync, readFileSync } from 'node:fs';

/** Account of the programs, which do not run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** The account that Debian's packages made. @throws Error without one */
export function postgresAccount(): Account {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres');
  if (fields === undefined) throw new Error('this machine has no account of the name postgres');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Sends a signal to processes; those that have gone are left out. */
export function killAll(pids: readonly (number | undefined)[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    if (pid === undefined || !Number.isInteger(pid) || pid < 2) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Process ids of the children of a process. @param title part of their command line that they must have */
export function childrenOf(parent: number | undefined, title = ''): number[] {
  if (parent === undefined) return [];
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (ppid === parent && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(title)) found.push(Number(entry));
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}
