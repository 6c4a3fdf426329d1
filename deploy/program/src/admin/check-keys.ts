import { text } from 'node:stream/consumers';
import { readEnvironment } from '@ledgergraph/cli/env';
import { CommandError, type Output, showList } from '@ledgergraph/dashboard-api/output';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import type { Command } from 'commander';

const WORDS = /[0-9A-Za-z_]+/g;

export function addCheckCommand(keys: Command): void {
  keys
    .command('check')
    .description(
      'List the keys of ours that a text holds, by form and checksum only; needs no database, and exits with 1 where it finds no key',
    )
    .argument('[text]', 'default: stdin, so that no key gets into the history of the shell')
    .option('--brand <brand>', 'first part of our keys (default: KEY_BRAND, else lg)')
    .option('--json', 'print a JSON array')
    .action(checkKeysCommand);
}

/** By form and checksum alone, so that a leak report can be judged anywhere; repeats no key. @param given undefined: reads stdin */
async function checkKeysCommand(
  given: string | undefined,
  { brand, json }: Output & { brand?: string },
): Promise<void> {
  const found = findKeys(given ?? (await text(process.stdin)), brand ?? readEnvironment().keyBrand);
  const table = {
    headings: ['KEY', 'ENVIRONMENT'],
    cells: (key: FoundKey) => [key.maskedKey, key.environment],
    empty: '',
  };
  if (found.length > 0 || json) showList(found, table, json);
  if (found.length === 0)
    throw new CommandError('There is no key of ours in it: nothing has our form and a right checksum.');
}

type FoundKey = { maskedKey: string; environment: string; lastFour: string };

function findKeys(searched: string, brand: string): FoundKey[] {
  const words = new Set(searched.match(WORDS));
  return [...words].flatMap((word) => {
    const parsed = parseApiKey(word, brand);
    return parsed === undefined ? [] : [{ maskedKey: `${brand}_${parsed.environment}_…${parsed.lastFour}`, ...parsed }];
  });
}
