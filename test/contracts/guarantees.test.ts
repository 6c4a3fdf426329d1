import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

const page = readFileSync(inRepository('docs/guarantees.md'), 'utf8');
const shown = [...page.matchAll(/\| `([^`]+\.test\.ts)`: "([^"]+)" \|/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

test('every promise names its test', () => {
  const promises = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'));
  expect(promises.length).toBeGreaterThan(30);
  expect(promises.length).toBe(shown.length);
});

test.each(shown)('$file holds "$title"', ({ file, title }) => {
  const path = inRepository(file);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(title);
});
