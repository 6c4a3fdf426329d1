import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { RepositoryCopy } from '@ledgergraph/test-kit/repository-copy';
import { removeLines } from '@ledgergraph/tools/new-service/service-lines';

/** Outside the service: its lines, and what npm and composition write. */
const CHANGED = [
  'gateway/supergraph.yaml',
  'services/blocks/src/env.ts',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'gateway/supergraph.graphql',
  'docs/api.graphql',
] as const;

export interface Removal {
  /** One in each file outside its folder. */
  lines: string[];
  undo(): Promise<void>;
}

export async function removeService(copy: RepositoryCopy, service: string): Promise<Removal> {
  const folder = copy.path('services', service);
  const aside = copy.path(`removed-${service}`);
  const before = new Map<string, string>();
  for (const file of CHANGED) before.set(file, await readFile(copy.path(file), 'utf8'));
  await rename(folder, aside);
  const lines = await removeLines(service, copy.dir);
  const link = copy.path('node_modules', '@ledgergraph', service);
  // Its link now leads nowhere.
  await copy.run('npm install --package-lock-only --prefer-offline --ignore-scripts --no-audit --no-fund');
  await rm(link);
  return {
    lines,
    async undo() {
      if (existsSync(folder)) await rm(folder, { recursive: true });
      await rename(aside, folder);
      for (const [file, text] of before) await writeFile(copy.path(file), text);
      await copy.run(`ln -s ../../services/${service} ${link}`);
    },
  };
}
