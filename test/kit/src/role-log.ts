import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The role's process may run others too. Empty before the first line. */
export async function readRoleLog(dataDir: string, role: string): Promise<string[]> {
  const logs = await Promise.all([role, 'services'].map((name) => readLog(join(dataDir, 'logs', `${name}.log`))));
  return logs
    .join('\n')
    .split('\n')
    .filter((line) => line.includes(`"name":"${role}"`));
}

async function readLog(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
