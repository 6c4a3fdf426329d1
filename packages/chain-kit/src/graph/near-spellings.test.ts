import { differsByALetter } from '@ledgergraph/graph-kit/unknown-chain';
import { didYouMean, nearSpellings, SuggestionBudget } from './near-spellings.ts';

test('each spelling differs by one letter, none comes twice, and a typing error of any kind is among them', () => {
  const near = nearSpellings('dleta');
  expect(new Set(near).size).toBe(near.length);
  expect(near.filter((one) => !differsByALetter(one, 'dleta'))).toEqual([]);
  expect(near).toEqual(
    expect.arrayContaining(['delta', 'dleeta', 'leta', 'dlet', 'dlete', '1dleta', 'dleta9', 'ldeta']),
  );
});

test('their number is bounded, whatever the name', () => {
  for (let length = 0; length <= 100; length += 1) {
    expect(nearSpellings('ab'.repeat(50).slice(0, length)).length).toBeLessThanOrEqual(1_500);
  }
  expect(nearSpellings('a'.repeat(10_000))).toEqual([]);
  expect(nearSpellings('abc'.repeat(10))).toContain(`ba${'abc'.repeat(10).slice(2)}`);
});

test('a message suggests a few names, or nothing', () => {
  expect(didYouMean([])).toBe('');
  expect(didYouMean(['alpha'])).toBe('. Did you mean alpha?');
  expect(didYouMean(['a', 'b', 'c', 'd'])).toBe('. Did you mean a or b or c?');
});

test('a request causes a few such reads', () => {
  const budget = new SuggestionBudget();
  expect(Array.from({ length: 5 }, () => budget.take())).toEqual([true, true, true, false, false]);
});
