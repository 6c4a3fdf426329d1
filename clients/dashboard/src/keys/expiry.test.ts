import { choiceOf, expiryInstant, expiryProblem, NEVER } from './expiry.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test('days count from now', () => {
  expect(expiryInstant({ kind: '30', date: '' }, NOW)).toBe('2026-12-21T12:00:00.000Z');
  expect(expiryInstant(NEVER, NOW)).toBeNull();
});

test('a date counts to its end, where the reader is', () => {
  const instant = expiryInstant({ kind: 'date', date: '2026-12-01' }, NOW);
  const end = new Date(instant ?? '');
  expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([1, 23, 59]);
  expect(choiceOf(instant ?? null)).toEqual({ kind: 'date', date: '2026-12-01' });
});

test.each([
  [{ kind: 'date', date: '' }, 'Choose a date'],
  [{ kind: 'date', date: '2026-11-19' }, 'Choose a date that is still to come'],
  [{ kind: 'date', date: '2026-11-23' }, null],
  [{ kind: '365', date: '' }, null],
  [NEVER, null],
] as const)('%j: %s', (choice, problem) => {
  expect(expiryProblem(choice, NOW)).toBe(problem);
});

test('a key without end begins with never', () => {
  expect(choiceOf(null)).toEqual(NEVER);
});
