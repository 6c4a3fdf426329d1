import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import type { Untyped } from '@ledgergraph/test-kit/client';
import type { Program } from './programs.ts';

/** @throws Error when it fails */
export type Command = (...args: string[]) => Promise<Untyped>;

export function commandOf(programs: readonly Program[]): Command {
  const accounts = programs.find(({ name }) => name === 'accounts-api');
  const cli = inRepository('deploy', 'program', 'src', 'admin.ts');
  const env = { ...process.env, ...accounts?.env };
  return async (...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, '--json'], { env });
    return JSON.parse(stdout);
  };
}

export async function createKey(command: Command): Promise<string> {
  return (await command('keys', 'create', '--test', '--name', 'fault', '--plan', 'unlimited')).value;
}
