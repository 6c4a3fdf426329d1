import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { parse } from 'graphql';
import { ALLOWED, type Allowance } from '#/checks/gateway-words/allowed-words.ts';
import { readSchemaWords, type SchemaWords } from '#/checks/gateway-words/schema-words.ts';
import type { Check } from './check.ts';

const STEM = /conversion|candle|statement|richList|identit|(?<!con)currenc/i;
const WORD = /[A-Za-z_]\w*/g;
const COMMENT = /(^|\s)\/\/ .*$|^\s*\/?\*.*$/;

interface Found {
  path: string;
  line: number;
  word: string;
}

/** The gateway knows no subgraph. Allowances that nothing uses are faults, too. @param root of the repository */
export function findForeignWords(root: string, allowed: readonly Allowance[]): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const schemas = globSync('services/*/schema.graphql', { cwd: root }).map((path) => parse(read(path)));
  const words = readSchemaWords(schemas, parse(read('packages/graph-kit/events.graphql')));
  const all = globSync('gateway/src/**/*.{ts,tsx}', { cwd: root }).sort();
  const found = all.flatMap((path) => findIn(path, read(path), words));
  const used = new Set(found.map(({ word }) => word));
  return [
    ...found
      .filter(({ path, word }) => !allowed.some((one) => allows(one, path, word)))
      .map(({ path, line, word }) => `${path}:${line}: ${word}`),
    ...allowed.flatMap((one) => one.words.filter((word) => !used.has(word)).map((word) => `${word}: ${UNUSED}`)),
  ];
}

const UNUSED = 'is not there any more; take it off the list';

function allows({ words, files }: Allowance, path: string, word: string): boolean {
  return words.includes(word) && (files === undefined || files.includes(path));
}

function findIn(path: string, text: string, { compound, capital }: SchemaWords): Found[] {
  return text.split('\n').flatMap((line, index) => {
    const code: string[] = line.replace(COMMENT, '').match(WORD) ?? [];
    const words = (line.match(WORD) ?? []).filter(
      (word) => compound.has(word) || STEM.test(word) || (capital.has(word) && code.includes(word)),
    );
    return [...new Set(words)].map((word) => ({ path, line: index + 1, word }));
  });
}

export const gatewayWordsCheck: Check = {
  title: 'The gateway has no word of a subgraph',
  fix: 'let the schema declare it; a word of the protocol is allowed with a reason: tools/src/checks/gateway-words/allowed-words.ts',
  run: async () => {
    const faults = findForeignWords(repositoryDir, ALLOWED);
    return faults.length === 0 ? undefined : faults.join('\n');
  },
};
