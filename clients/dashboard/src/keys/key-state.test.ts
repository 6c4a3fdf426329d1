import { shownState } from './key-state.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['active', null, 'Active'],
  ['active', '2026-11-28T12:00:01Z', 'Active'],
  ['active', '2026-11-28T12:00:00Z', 'Expiring'],
  ['active', '2026-11-21T12:00:01Z', 'Expiring'],
  ['active', '2026-11-21T12:00:00Z', 'Expired'],
  ['expired', '2026-11-20T12:00:00Z', 'Expired'],
  ['revoked', null, 'Revoked'],
  ['revoked', '2026-11-22T12:00:00Z', 'Revoked'],
] as const)('%s, until %s: %s', (state, expiresAt, word) => {
  expect(shownState({ state, expiresAt }, NOW).word).toBe(word);
});
