import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import type { Program } from './programs.ts';

/** An API key for testnet networks, made with the command that an operator uses. */
export async function createKey(programs: readonly Program[]): Promise<string> {
  const accounts = programs.find(({ name }) => name === 'accounts-api');
  const cli = inRepository('services', 'accounts', 'src', 'cli.ts');
  const args = [cli, 'keys', 'create', '--test', '--name', 'fault', '--plan', 'unlimited', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...accounts?.env } });
  return (JSON.parse(stdout) as { key: string }).key;
}
