import { readIndexedAddresses } from './indexed-addresses.ts';

const ADDRESS = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const KEY_HASH = '11'.repeat(20);
const P2PKH = `76a914${KEY_HASH}88ac`;

test.each([
  ['pubkeyhash', P2PKH, true],
  ['scripthash', `a914${KEY_HASH}87`, true],
  ['pubkey', `21${'02'.repeat(33)}ac`, true],
  ['pubkey', `41${'04'.repeat(65)}ac`, false],
  ['cryptocondition', `1a0403000101${'00'.repeat(21)}75`, true],
  ['nulldata', '6a0411223344', false],
  ['multisig', `5121${'02'.repeat(33)}51ae`, false],
  ['nonstandard', '00', false],
  ['pubkeyhash', `03a0bb0db175${P2PKH}`, false],
  ['pubkeyhash', `5ab175${P2PKH}`, false],
])('%s %s is indexed: %s', (scriptType, script, indexed) => {
  const output = { scriptType, script: Buffer.from(script, 'hex'), addresses: [ADDRESS] };
  expect(readIndexedAddresses(output)).toEqual(indexed ? [ADDRESS] : []);
});

test('all addresses of a condition are indexed, index addresses are not', () => {
  const addresses = ['iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv', 'xRNGE9FpCcBoh2VLbkWxwBuDSzTrZUN94D', ADDRESS];
  const output = { scriptType: 'cryptocondition', script: Buffer.from('1a04', 'hex'), addresses };
  expect(readIndexedAddresses(output)).toEqual([addresses[0], ADDRESS]);
});
