import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { describeUnknownChain, differsByALetter, findChain } from './unknown-chain.ts';

const TEST = {
  chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq',
  name: 'VRSCTEST',
  rootName: 'VRSCTEST',
  environment: 'TESTNET',
} as const;
const MAIN = {
  chainId: 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV',
  name: 'VRSC',
  rootName: 'VRSC',
  environment: 'MAINNET',
} as const;
const PCHAIN = {
  chainId: 'i84T3MWcb6zWcwgNZoU3TXtrUn9EqM84A4',
  name: 'vrsd',
  rootName: 'VRSC',
  environment: 'MAINNET',
} as const;
const networks = [TEST, MAIN];

test.each([TEST.chainId, 'VRSCTEST', 'vrsctest', 'VRSCTEST@', ' VRSCTEST '])('%s names the chain', (text) => {
  expect(findChain(text, networks)).toBe(TEST);
});

test('a chain below the root has its own name, the name with the root, and the one that its operator gives it', () => {
  const chainId = identityAddressOf(['pchain', 'VRSCTEST']);
  const own = { chainId, name: 'Second net', rootName: 'VRSCTEST' };
  for (const text of [chainId, 'pchain', 'PCHAIN@', 'pchain.vrsctest', 'second net']) {
    expect([text, findChain(text, [TEST, own])]).toEqual([text, own]);
  }
  for (const text of ['', 'pchain.VRSC', 'second', 'a..b', chainId.slice(1)]) {
    expect([text, findChain(text, [TEST, own])]).toEqual([text, undefined]);
  }
});

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

test.each(['vrsctset', 'VRSCTES', 'VRSCTEXT', TEST.chainId.slice(1), `${TEST.chainId}x`])(
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
