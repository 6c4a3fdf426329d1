import { keyState } from './key-state.ts';

const now = new Date('2030-01-01T00:00:00.000Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

test.each([
  ['active', { revokedAt: null, expiresAt: null }],
  ['active', { revokedAt: null, expiresAt: after }],
  ['expired', { revokedAt: null, expiresAt: now }],
  ['expired', { revokedAt: null, expiresAt: before }],
  ['revoked', { revokedAt: before, expiresAt: null }],
  ['revoked', { revokedAt: before, expiresAt: before }],
] as const)('%s: %p', (state, key) => {
  expect(keyState(key, now)).toBe(state);
});
