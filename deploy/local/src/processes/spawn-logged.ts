import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { repositoryDir } from '#/repository.ts';
import type { RotatingLog } from './rotating-log.ts';

/**
 * Starts a program whose output goes to a log and whose stdin is a pipe that we hold.
 * It leads its own process group: Ctrl-C in the terminal reaches us only, and we stop things in order.
 *
 * @throws when the program cannot be started at all
 */
export async function spawnLogged(
  command: [string, ...string[]],
  env: Record<string, string>,
  log: RotatingLog,
): Promise<ChildProcess> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: repositoryDir,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.on('data', (chunk: Buffer) => log.write(chunk));
  child.stderr.on('data', (chunk: Buffer) => log.write(chunk));
  await once(child, 'spawn');
  return child;
}
