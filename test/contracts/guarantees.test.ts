import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

const page = readFileSync(inRepository('docs/guarantees.md'), 'utf8');
/** Entries of lists, each on one line. */
const promises = page
  .replaceAll(/\n {2,}/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('- '));
const shown = promises.flatMap((line) => {
  const [, file, title] = /`([^`]+\.ts)`: "([^"]+)"$/.exec(line) ?? [];
  return file === undefined || title === undefined ? [] : [{ file, title }];
});

test('every promise names its test', () => {
  expect(promises.length).toBeGreaterThan(200);
  expect(promises.length).toBe(shown.length);
  // Nothing holds the rows of a table to their tests.
  expect(page).not.toMatch(/^\|/m);
});

test.each(shown)('$file holds "$title"', ({ file, title }) => {
  const path = inRepository(file);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(title);
});
