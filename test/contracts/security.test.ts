import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

const page = readFileSync(inRepository('docs/security.md'), 'utf8');
/** Entries of lists, each on one line. */
const entries = page
  .replaceAll(/\n {2,}/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('- '));
const shown = entries.flatMap((line) => {
  const [, file, link, title] =
    /^- \*\*can(?:'t)?\*\* .+ \[([^\]]+\.test\.ts)\]\(\.\.\/([^)]+)\): "([^"]+)"$/.exec(line) ?? [];
  return file === undefined || link === undefined || title === undefined ? [] : [{ file, link, title }];
});

test('every entry of the page names its test', () => {
  expect(entries.length).toBeGreaterThan(50);
  expect(entries.length).toBe(shown.length);
  // Nothing holds the rows of a table to their tests.
  expect(page).not.toMatch(/^\|/m);
});

test('every kind of person and program has what it can do, and what it can not', () => {
  const parts = page.split('\n## ').slice(1);
  expect(parts.length).toBeGreaterThanOrEqual(5);
  for (const part of parts) {
    const [name = ''] = part.split('\n');
    expect([name, part.includes('\n- **can** '), part.includes("\n- **can't** ")]).toEqual([name, true, true]);
  }
});

test.each(shown)('$file holds "$title"', ({ file, link, title }) => {
  expect(link).toBe(file);
  expect(readFileSync(inRepository(file), 'utf8')).toContain(title);
});
