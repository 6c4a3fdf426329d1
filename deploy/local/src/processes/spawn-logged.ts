import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { repositoryDir } from '#/repository.ts';
import type { RotatingLog } from './rotating-log.ts';

/** In its own process group: Ctrl-C reaches only us, and we stop processes in order. @throws when the program cannot be started */
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
