import { readdirSync, readFileSync } from 'node:fs';

export interface Account {
  uid: number;
  gid: number;
}

/** Made by Debian's packages. @throws Error without it */
export function postgresAccount(): Account {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres');
  if (fields === undefined) throw new Error('this machine has no account of the name postgres');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

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

/** @param title part of their command line */
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
