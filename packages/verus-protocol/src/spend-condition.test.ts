import { readSpendCondition } from './spend-condition.ts';

const PAYEE = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const STAKER = 'i8LJa9x3CSWFZLV8Dqr9u7F9e9BD8mtsnn';
const KEY = '14f89d1273970283d5b0bd2562592138ad2d396824';
const ID = '1504afe9460ffbdac1b3478971c83ddc376377e355f4';
const OTHER_ID = '1504354a90cda8729b514af64455cbf6b4ffaa9c52d0';

const one = (identity: string) => ({ needed: 1, groups: [{ needed: 1, identities: [identity] }] });
const read = (hex: string) => readSpendCondition(Buffer.from(hex, 'hex'));

function payment(needed: number, ...keys: string[]): string {
  const params = `040300${needed.toString(16).padStart(2, '0')}${keys.length.toString(16).padStart(2, '0')}${keys.join('')}`;
  return `050403000000cc${(params.length / 2).toString(16).padStart(2, '0')}${params}75`;
}

test.each([
  ['a payment to an identity', `050403000000cc1b040300010${'1'}${ID}75`, one(PAYEE)],
  [
    'tokens to an identity',
    `1b040300010${'1'}${ID}cc37040309010${'1'}${ID}1b014e0deb8874d8aa14a763f6aba3dfc8889fb807d18dc5d1c98f0075`,
    one(PAYEE),
  ],
  [
    'the stake of an identity, which the key of the protocol guards besides',
    `3d0403000102${OTHER_ID}2103166b7813a4855a88e9ef7340a692ef3c2decedfdc2c7563ec79537e89667d935cc4c870403010101${OTHER_ID}43010000a8c766392cc36511938724c615eaca3649f61d725f74a2463dea9642ff7eac9a1e7ff9dd89baa78895453b037eb8c2a00083c7637cff2c48ce825f3cd98000002704030001012103166b7813a4855a88e9ef7340a692ef3c2decedfdc2c7563ec79537e89667d93575`,
    one(STAKER),
  ],
  [
    'the stake of a key',
    `3c0403000102${'14541f4618b93b2a3e2ab274c087166cd8b8d925d5'}2103166b7813a4855a88e9ef7340a692ef3c2decedfdc2c7563ec79537e89667d935cc4c860403010101${'14541f4618b93b2a3e2ab274c087166cd8b8d925d5'}430100006034637e9e2267f37b4967a04533d89675a84f874fe94bbebcdce2f6a2e4f5710b5c18835d16c031be5751b1e103c50d4e71fac713a24f61c65d9a8aad6104002704030001012103166b7813a4855a88e9ef7340a692ef3c2decedfdc2c7563ec79537e89667d93575`,
    'KEYS',
  ],
  ['a key or an identity', payment(1, KEY, ID), 'KEYS'],
  ['a key and an identity', payment(2, KEY, ID), one(PAYEE)],
  [
    'two of a key and two identities',
    payment(2, KEY, ID, OTHER_ID),
    { needed: 1, groups: [{ needed: 1, identities: [PAYEE, STAKER] }] },
  ],
  ['both identities', payment(2, ID, OTHER_ID), { needed: 1, groups: [{ needed: 2, identities: [PAYEE, STAKER] }] }],
  ['none of one, which the daemon reads as one', payment(0, ID), one(PAYEE)],
  ['a key of the daemon’s index, with which no one signs', payment(1, `1505${'11'.repeat(20)}`), 'NO_ONE'],
  ['more signers than there are', payment(2, ID), 'KEYS'],
  ['a condition that is older than identities', `2c${'00'.repeat(44)}cc1a040200010${'1'}${KEY}75`, 'KEYS'],
  ['a key', `76a9${KEY}88ac`, 'KEYS'],
  ['a push that is cut off', `050403000000cc1b040300010${'1'}${ID}`.slice(0, -4), 'KEYS'],
  ['a length that is cut off', '4e', 'KEYS'],
  ['nothing', '', 'KEYS'],
])('%s', (_, script, condition) => {
  expect(read(script)).toEqual(condition);
});
