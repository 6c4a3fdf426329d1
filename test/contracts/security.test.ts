import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

const page = readFileSync(inRepository('docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| can('t)? \|/.test(line));
const shown = [
  ...page.matchAll(/^\| can(?:'t)? \| .+ \| \[([^\]]+\.test\.ts)\]\(\.\.\/([^)]+)\): "([^"]+)" \|$/gm),
].map(([, file = '', link = '', title = '']) => ({ file, link, title }));

test('every line of the page names its test', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.length).toBe(shown.length);
  // A row of a table that begins with another word would not be held to anything.
  const others = page.split('\n').filter((line) => line.startsWith('| ') && !rows.includes(line));
  expect(others.every((line) => line.endsWith('| what | shown by |'))).toBe(true);
});

test('every kind of person and program has what it can do, and what it can not', () => {
  const parts = page.split('\n## ').slice(1);
  expect(parts.length).toBeGreaterThanOrEqual(5);
  for (const part of parts) {
    const [name = ''] = part.split('\n');
    expect([name, part.includes('\n| can |'), part.includes("\n| can't |")]).toEqual([name, true, true]);
  }
});

test.each(shown)('$file holds "$title"', ({ file, link, title }) => {
  expect(link).toBe(file);
  expect(readFileSync(inRepository(file), 'utf8')).toContain(title);
});
