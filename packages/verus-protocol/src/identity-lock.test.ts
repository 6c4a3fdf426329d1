import { firstFreeHeight } from './identity-lock.ts';

test.each([
  ['plain', 3, 0n, 0n, 0n],
  ['locked until a height', 3, 0n, 384n, 385n],
  ['locked without an end: the timelock is a delay', 3, 2n, 10n, null],
  ['unlocking: the timelock is a height again', 2, 0n, 1_000n, 1_001n],
  ['revoked', 3, 0x8000n, 0n, null],
  ['revoked and locked', 3, 0x8002n, 7n, null],
  ['of layout 1, which knows no lock', 1, 2n, 384n, 0n],
  ['of layout 1, revoked', 1, 0x8000n, 0n, null],
  ['with an active currency and tokenised control', 3, 5n, 0n, 0n],
  ['with the highest timelock that there is, as the daemon prints it', 3, 0n, -1n, 4_294_967_296n],
])('%s', (_, structureVersion, flags, timelock, height) => {
  expect(firstFreeHeight({ structureVersion, flags, timelock })).toBe(height);
});
