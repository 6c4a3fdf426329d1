import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { repositoryDir } from '@ledgergraph/local';
import type { StackAddress } from './stack.ts';

/** With the operator's command. @returns a test key of a new person's team */
export async function createTeamKey({ dataDir }: Pick<StackAddress, 'dataDir'>, name: string): Promise<string> {
  const key = ['keys', 'create', '--test', '--name', name, '--user', `${name}-${randomUUID()}@example.com`, '--json'];
  const { stdout } = await promisify(execFile)('npx', ['ledgergraph-admin', '--data', dataDir, ...key], {
    cwd: repositoryDir,
  });
  return JSON.parse(stdout).value;
}
