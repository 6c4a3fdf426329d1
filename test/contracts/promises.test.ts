import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

test.each(['guarantees', 'security'])('every entry of docs/%s.md links its test', (name) => {
  const entries = readFileSync(inRepository('docs', `${name}.md`), 'utf8')
    .replaceAll(/\n {2,}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(entries.length).toBeGreaterThan(50);
  // doc-links.test.ts finds missing files.
  expect(entries.filter((entry) => !/\]\(\.\.\/[^)]+\.test\.ts\)/.test(entry))).toEqual([]);
});
