import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '@ledgergraph/dashboard-api/output';

/**
 * Starts the separate program that npm installed beside this one: it works on databases, so a client imports nothing of it.
 * @throws CommandError where it is not installed
 */
export async function runOperatorCommand(name: string, args: readonly string[]): Promise<number> {
  const program = findInstalled(`ledgergraph-${name}`);
  if (program === undefined) {
    throw new CommandError(`${name} is a command for operators: it comes with the installation, not with this client.`);
  }
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
  // A terminal sends its signals to both; a signal for this process alone is passed on.
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', pass).off('SIGTERM', pass);
  return code ?? 1;
}

function findInstalled(program: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', '.bin', program);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}
