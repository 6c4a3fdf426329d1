import {
  CURRENCY_OPTIONS,
  CURRENCY_STATE_FLAGS,
  flagNames,
  IDENTITY_FLAGS,
  NOTARIZATION_PROTOCOLS,
  nameOfNumber,
  PROOF_PROTOCOLS,
  RESERVE_TRANSFER_FLAGS,
} from './flags.ts';

test('the bits have the daemon’s names, lowest bit first', () => {
  expect(flagNames(IDENTITY_FLAGS, 0x8007)).toEqual(['ACTIVE_CURRENCY', 'LOCKED', 'TOKENIZED_CONTROL', 'REVOKED']);
  expect(flagNames(IDENTITY_FLAGS, 0x4)).toEqual(['TOKENIZED_CONTROL']);
  expect(flagNames(IDENTITY_FLAGS, 0)).toEqual([]);
  // VRSC, Bridge.vETH, an NFT, vETH, a chain without identities
  expect(flagNames(CURRENCY_OPTIONS, 0x108)).toEqual(['ID_REFERRALS', 'PBAAS']);
  expect(flagNames(CURRENCY_OPTIONS, 0x221)).toEqual(['FRACTIONAL', 'TOKEN', 'GATEWAY_CONVERTER']);
  expect(flagNames(CURRENCY_OPTIONS, 0x860)).toEqual(['TOKEN', 'SINGLE_CURRENCY', 'NFT_TOKEN']);
  expect(flagNames(CURRENCY_OPTIONS, 0x480)).toEqual(['GATEWAY', 'GATEWAY_NAME_CONTROLLER']);
  expect(flagNames(CURRENCY_OPTIONS, 0x1016)).toEqual(['ID_ISSUANCE', 'ID_STAKING', 'ID_REFERRAL_REQUIRED', 'NO_IDS']);
  expect(flagNames(CURRENCY_STATE_FLAGS, 0x1b)).toEqual([
    'FRACTIONAL',
    'PRELAUNCH',
    'LAUNCH_CLEAR',
    'LAUNCH_CONFIRMED',
  ]);
  expect(flagNames(CURRENCY_STATE_FLAGS, 0x24)).toEqual(['REFUNDING', 'LAUNCH_COMPLETE']);
});

test.each([IDENTITY_FLAGS, CURRENCY_OPTIONS, CURRENCY_STATE_FLAGS, RESERVE_TRANSFER_FLAGS])(
  'each flag is one bit, and no two are the same: %j',
  (table) => {
    const bits = Object.values(table);
    expect(bits.filter((bit) => (bit & (bit - 1)) !== 0)).toEqual([]);
    expect(bits).toEqual([...new Set(bits)].sort((one, other) => one - other));
  },
);

test('a number without a name has none', () => {
  expect([1, 2, 3, 4].map((number) => nameOfNumber(PROOF_PROTOCOLS, number))).toEqual([
    'PBAASMMR',
    'CHAINID',
    'ETHNOTARIZATION',
    null,
  ]);
  expect(nameOfNumber(NOTARIZATION_PROTOCOLS, 2)).toBe('NOTARY_CONFIRM');
});
