import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { generateWhenChanged } from './generate-when-changed.ts';

/** The contract of the dashboard's API, what it is made of, and how command lines print it: nothing but forms, rules and texts. */
const SOURCES = [
  'services/accounts/src/dashboard/contract.ts',
  'services/accounts/src/dashboard/operator-contract.ts',
  'services/accounts/src/page-path.ts',
  'proto-schemas/src/origin/parse-origin.ts',
  'proto-schemas/src/webhooks/webhook-contract.ts',
];
const TARGET = 'clients/dashboard-api/src/generated';
/** Imports between these files, by any name. */
const OWN_IMPORT = new RegExp(
  `from '[^']*/(${SOURCES.map((path) => basename(path, '.ts')).join('|')})(?:\\.ts)?'`,
  'g',
);

/**
 * Writes the contract of the dashboard's API for the clients, as protobuf code is written for callers of an RPC: a client never
 * imports a service. A contract that imports more than these files does not pass the type check there.
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
      await mkdir(inRepository(TARGET), { recursive: true });
      for (const path of sources) {
        const text = await readFile(path, 'utf8');
        await writeFile(inRepository(TARGET, basename(path)), text.replaceAll(OWN_IMPORT, "from './$1.ts'"));
      }
    },
  });
}
