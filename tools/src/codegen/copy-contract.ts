import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { generateWhenChanged } from './generate-when-changed.ts';

/** Forms, rules and texts only. */
const SOURCES = [
  'services/accounts/src/dashboard/contract.ts',
  'services/accounts/src/dashboard/operator-contract.ts',
  'services/accounts/src/page-path.ts',
  'proto-schemas/src/origin/parse-origin.ts',
  'proto-schemas/src/webhooks/webhook-contract.ts',
];
const TARGET = 'clients/dashboard-api/src/generated';
const OWN_IMPORT = new RegExp(
  `from '[^']*/(${SOURCES.map((path) => basename(path, '.ts')).join('|')})(?:\\.ts)?'`,
  'g',
);

/**
 * A client never imports a service, so it gets a copy. A contract that imports other files fails the type check there.
 * @returns whether anything had changed
 */
export async function copyContract(): Promise<boolean> {
  const sources = SOURCES.map((path) => inRepository(path));
  if (!sources.every((path) => existsSync(path))) return false;
  return generateWhenChanged({
    inputs: sources,
    words: [],
    stampFile: inRepository(TARGET, '.inputs'),
    run: async () => {
      // A source that went leaves no copy.
      await rm(inRepository(TARGET), { recursive: true, force: true });
      await mkdir(inRepository(TARGET), { recursive: true });
      for (const path of sources) {
        const text = await readFile(path, 'utf8');
        await writeFile(inRepository(TARGET, basename(path)), text.replaceAll(OWN_IMPORT, "from './$1.ts'"));
      }
    },
  });
}
