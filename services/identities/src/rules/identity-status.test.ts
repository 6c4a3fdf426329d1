import { identityStatus, unlockHeight } from './identity-status.ts';

test.each([
  ['plain', { flags: 0n, timelock: 0n }, 100, 'ACTIVE', null],
  ['plain, at genesis', { flags: 0n, timelock: 0n }, 0, 'ACTIVE', null],
  ['revoked', { flags: 0x8000n, timelock: 0n }, 100, 'REVOKED', null],
  ['revoked beats locked', { flags: 0x8002n, timelock: 500n }, 100, 'REVOKED', null],
  ['delay lock, no unlock begun', { flags: 2n, timelock: 15n }, 100, 'LOCKED', null],
  ['locked until a height', { flags: 0n, timelock: 101n }, 100, 'LOCKED', 102n],
  ['last locked height', { flags: 0n, timelock: 100n }, 100, 'LOCKED', 101n],
  [
    'locked until a height that the daemon prints as a negative number',
    { flags: 0n, timelock: -1n },
    100,
    'LOCKED',
    4_294_967_296n,
  ],
  ['first free height', { flags: 0n, timelock: 99n }, 100, 'ACTIVE', null],
])('%s', (_, state, height, status, unlock) => {
  const vault = { ...state, structureVersion: 2 };
  expect([identityStatus(vault, height), unlockHeight(vault, height)]).toEqual([status, unlock]);
});

test('layout 1 cannot be locked', () => {
  expect(identityStatus({ structureVersion: 1, flags: 2n, timelock: 500n }, 100)).toBe('ACTIVE');
});
