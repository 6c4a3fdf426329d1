import { readOptions } from './read-options.ts';

beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

test('an experiment must be named, and exist', () => {
  expect(readOptions([])).toBe(1);
  expect(readOptions(['--only', 'unheard-of'])).toBe(1);
});

test('a setting without a value is refused', () => {
  expect(readOptions(['--only', 'unheard-of', '--set', 'kills'])).toBe(1);
});
