import { pastedKeyProblem } from './pasted-key.ts';

const EXPECTED = { keyBrand: 'lg', environment: 'test' } as const;
const BODY = 'a'.repeat(36);

test.each([
  [`lg_test_${BODY}`, null],
  [` lg_test_${BODY}\n`, null],
  ['', 'Paste a key'],
  [`lg_live_${BODY}`, 'This is a live key. Switch to live above.'],
  [`lg_test_${BODY}b`, 'A whole key: lg_test_ and 36 letters and digits'],
  ['lg_test_…aaaa', 'A whole key: lg_test_ and 36 letters and digits'],
  [`xx_test_${BODY}`, 'A whole key: lg_test_ and 36 letters and digits'],
])('%j', (pasted, problem) => {
  expect(pastedKeyProblem(pasted, EXPECTED)).toBe(problem);
});
