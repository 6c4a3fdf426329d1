import { execa } from 'execa';
import type { Engine } from './engine.ts';

const TIMEOUT_MS = 600_000;

/** Returns what it printed. @throws Error with the last lines of its output */
export async function docker(engine: Engine, args: string[]): Promise<string> {
  // Debian's engine is older than the client's usual way to build.
  const env = { ...engine.env, ...(engine.isOwn && { DOCKER_BUILDKIT: '0' }) };
  const result = await execa('docker', args, { env, reject: false, all: true, stdin: 'ignore', timeout: TIMEOUT_MS });
  if (!result.failed) return result.stdout;
  const output = result.all.trimEnd().split('\n').slice(-8).join('\n');
  throw new Error(`docker ${args[0]} ${args.at(-1)}: ${output || result.shortMessage}`);
}

export async function canUse(engine: Engine, image: string): Promise<boolean> {
  const has = await docker(engine, ['image', 'inspect', '--format', '{{.Id}}', image]).catch(() => undefined);
  if (has !== undefined) return true;
  // Our own engine has no registry.
  if (engine.isOwn) return false;
  return (await docker(engine, ['pull', '--quiet', image]).catch(() => undefined)) !== undefined;
}
