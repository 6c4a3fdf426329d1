import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { repositoryDir } from '@ledgergraph/local';
import type { StackAddress } from './stack.ts';

/** Makes a person and a team of its own with the command that an operator uses. @returns a test key of the team */
export async function createTeamKey({ dataDir }: Pick<StackAddress, 'dataDir'>, name: string): Promise<string> {
  const key = ['keys', 'create', '--test', '--name', name, '--user', `${name}-${randomUUID()}@example.com`, '--json'];
  const { stdout } = await promisify(execFile)('npx', ['ledgergraph-admin', '--data', dataDir, ...key], {
    cwd: repositoryDir,
  });
  return JSON.parse(stdout).value;
}
