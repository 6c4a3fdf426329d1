import { describeUnknownChain, differsByALetter } from './unknown-chain.ts';

const TEST = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST', environment: 'TESTNET' } as const;
const MAIN = { chainId: 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', name: 'VRSC', environment: 'MAINNET' } as const;
const PCHAIN = { chainId: 'i84T3MWcb6zWcwgNZoU3TXtrUn9EqM84A4', name: 'vrsd', environment: 'MAINNET' } as const;
const networks = [TEST, MAIN];

test.each([TEST.chainId, 'VRSCTEST', 'vrsctest'])(
  'a live key that asks for %s hears which kind of key reads it',
  (id) => {
    expect(describeUnknownChain(id, 'MAINNET', networks)).toBe(
      `chain ${id} is a test network: please use a test key (a live key reads mainnet networks only)`,
    );
  },
);

test('so does a test key that asks for a mainnet network', () => {
  expect(describeUnknownChain(MAIN.chainId, 'TESTNET', networks)).toBe(
    `chain ${MAIN.chainId} is a mainnet network: please use a live key (a test key reads test networks only)`,
  );
});

test.each(['VRSCTEST', 'vrsctset', 'VRSCTES', 'VRSCTEXT', TEST.chainId.slice(1), `${TEST.chainId}x`])(
  '%s is one letter from a network that the key reads, or its name',
  (text) => {
    expect(describeUnknownChain(text, 'TESTNET', networks)).toBe(
      `unknown chain ${text}. Did you mean ${TEST.chainId} (VRSCTEST)?`,
    );
  },
);

test('nothing is suggested from afar, of the other environment, or where two are as near', () => {
  for (const text of ['', 'other', 'VRSCTE', 'VRS', `${TEST.chainId}xx`, 'x'.repeat(1_000_000)]) {
    expect(describeUnknownChain(text, 'TESTNET', networks)).toBe(`unknown chain ${text}`);
  }
  expect(describeUnknownChain('vrs', 'MAINNET', [...networks, PCHAIN])).toBe('unknown chain vrs');
});

test.each([
  ['alice', 'alce', true],
  ['alice', 'aalice', true],
  ['alice', 'alicd', true],
  ['alice', 'laice', true],
  ['alice', 'alice', false],
  ['alice', 'lacie', false],
  ['alice', 'alic', true],
  ['alice', 'ali', false],
  ['ab', 'ba', true],
  ['', 'a', true],
])('%j and %j: %j', (one, other, expected) => {
  expect([differsByALetter(one, other), differsByALetter(other, one)]).toEqual([expected, expected]);
});
