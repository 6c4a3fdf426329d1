import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { deriveOperations } from './derive-operations.ts';

const base: IdentityState = {
  identityAddress: 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv',
  parentId: null,
  systemId: null,
  structureVersion: 3,
  flags: 0n,
  timelock: 0n,
  name: 'alpha',
  primaryAddresses: ['RQiNjfoy8AsN59KeB69bP3mu51btEdXBJH'],
  minimumSignatures: 1,
  revocationAuthority: 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv',
  recoveryAuthority: 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv',
  privateAddress: null,
  contentMap: '{}',
  contentMultiMap: '{}',
};
const HEIGHT = 100;

test.each<[string, Partial<IdentityState> | null, Partial<IdentityState>, string[]]>([
  ['a first revision', null, {}, ['REGISTER']],
  ['one that arrives locked', null, { timelock: 386n }, ['REGISTER', 'LOCK']],
  ['one that arrives with a lock long over', null, { timelock: 99n }, ['REGISTER']],
  ['one that arrives revoked', null, { flags: 0x8000n }, ['REGISTER', 'REVOKE']],
  ['nothing but a new layout', { structureVersion: 2 }, {}, ['UPDATE']],
  ['nothing at all', {}, {}, ['UPDATE']],
  ['content written', {}, { contentMultiMap: '{"i":["00"]}' }, ['UPDATE']],
  [
    'content of the revision before gone, as always',
    { contentMultiMap: '{"i":["00"]}' },
    { flags: 0x8000n },
    ['REVOKE'],
  ],
  ['revoked', {}, { flags: 0x8000n }, ['REVOKE']],
  ['still revoked', { flags: 0x8000n }, { flags: 0x8000n }, ['UPDATE']],
  ['recovered', { flags: 0x8000n }, {}, ['RECOVER']],
  ['recovered with new keys', { flags: 0x8000n }, { primaryAddresses: [] }, ['RECOVER', 'UPDATE']],
  ['a currency made', {}, { flags: 1n }, ['UPDATE']],
  ['locked with a delay', {}, { flags: 2n, timelock: 15n }, ['LOCK']],
  ['locked until a height', {}, { timelock: 100n }, ['LOCK']],
  ['a height that is past locks nothing', {}, { timelock: 99n }, ['UPDATE']],
  ['locked for longer', { timelock: 120n }, { timelock: 130n }, ['LOCK']],
  ['the same lock carried along', { timelock: 120n }, { timelock: 120n, name: 'Alpha' }, ['UPDATE']],
  ['unlock begun', { flags: 2n, timelock: 15n }, { timelock: 135n }, ['UNLOCK']],
  ['lock lifted early', { timelock: 120n }, {}, ['UNLOCK']],
  ['a lock that was over is no unlock', { timelock: 99n }, {}, ['UPDATE']],
  ['revoked while locked', { flags: 2n, timelock: 15n }, { flags: 0x8000n }, ['REVOKE', 'UNLOCK']],
  ['layout 1 knows no lock', { structureVersion: 1 }, { structureVersion: 1, flags: 2n }, ['UPDATE']],
])('%s', (_, previous, next, operations) => {
  expect(deriveOperations(previous && { ...base, ...previous }, { ...base, ...next }, HEIGHT)).toEqual(operations);
});
