import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { readSources, type SourceFile } from '#/checks/imports/source-files.ts';
import { TransactionReader } from '#/checks/transactions/find-remote-calls.ts';
import { readModule } from '#/checks/transactions/read-module.ts';
import type { Check } from './check.ts';

const JUDGED = /^(services|packages|gateway)\/.+\/?src\/.+\.ts$/;
const NOT_JUDGED = /\/web\/src\//;

/**
 * Finds calls of other processes inside transactions of a database: each holds a connection for as long as the other side likes, and its
 * effect outlives a rollback.
 * @param root of the repository
 */
export async function findRemoteCalls(root: string): Promise<string[]> {
  const { files } = await readSources(root);
  const judged = files.filter(({ path, isTest }) => JUDGED.test(path) && !NOT_JUDGED.test(path) && !isTest);
  return new TransactionReader(judged.map((file) => readFile(root, file))).find();
}

function readFile(root: string, { path, imports }: SourceFile) {
  const targets = new Map(imports.map(({ specifier, target }) => [specifier, withEnding(target)]));
  return readModule(path, readFileSync(join(root, path), 'utf8'), targets);
}

function withEnding(target: string | undefined): string | undefined {
  return target === undefined || target.endsWith('.ts') ? target : `${target}.ts`;
}

export const transactionsCheck: Check = {
  title: 'No transaction of a database waits for another process',
  fix: 'store what is intended, end the transaction, call, then store the outcome: services/accounts/src/webhooks/record-change.ts',
  run: async () => {
    const faults = await findRemoteCalls(repositoryDir);
    return faults.length === 0 ? undefined : faults.join('\n');
  },
};
