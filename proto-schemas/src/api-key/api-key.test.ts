import { deriveApiKey, generateApiKey } from './generate-api-key.ts';
import { hashApiKey } from './hash-api-key.ts';
import { base62, checksum, randomLength } from './key-body.ts';
import { keyEnvironments } from './key-environment.ts';
import { parseApiKey } from './parse-api-key.ts';

const pattern = /^lg_(live|test)_[0-9A-Za-z]{36}$/;

test.each(keyEnvironments)('a %s key reads back as what it was made as', (environment) => {
  const key = generateApiKey('lg', environment);
  expect(key).toMatch(pattern);
  expect(parseApiKey(key, 'lg')).toEqual({ environment, lastFour: key.slice(-4) });
});

test('a secret has one key, and another secret another one', () => {
  const derive = (byte: number) => deriveApiKey('lg', 'test', Buffer.alloc(32, byte));
  expect(parseApiKey(derive(1), 'lg')).toEqual({ environment: 'test', lastFour: derive(1).slice(-4) });
  expect(derive(1)).toBe(derive(1));
  expect(new Set([0, 1, 2, 255].map(derive)).size).toBe(4);
});

test('the checksum is CRC32 in base62, left-padded', () => {
  // CRC32 of "123456789" is 0xCBF43926 by definition.
  expect([...checksum('123456789')].reduce((value, digit) => value * 62 + base62.indexOf(digit), 0)).toBe(0xcbf43926);
  expect(checksum('')).toBe('000000');
});

test('every change of one character is noticed', () => {
  const key = generateApiKey('lg', 'live');
  for (let at = 0; at < key.length; at++) {
    for (const character of `${base62}_- `) {
      if (character === key.charAt(at)) continue;
      const changed = key.slice(0, at) + character + key.slice(at + 1);
      expect([changed, parseApiKey(changed, 'lg')]).toEqual([changed, undefined]);
    }
  }
});

test('a key of one environment cannot be turned into the other', () => {
  expect(parseApiKey(generateApiKey('lg', 'live').replace('live', 'test'), 'lg')).toBeUndefined();
});

test.each([
  ['nothing', () => ''],
  ['only the prefix', () => 'lg_live_'],
  ['one character less', () => generateApiKey('lg', 'live').slice(0, -1)],
  ['one character more', () => `${generateApiKey('lg', 'live')}0`],
  ['a line break after it', () => `${generateApiKey('lg', 'live')}\n`],
  ['a space before it', () => ` ${generateApiKey('lg', 'live')}`],
  ['another brand', () => generateApiKey('other', 'live')],
  ['a longer brand', () => generateApiKey('lgx', 'live')],
  [
    'another environment',
    () => {
      const text = `lg_beta_${'a'.repeat(30)}`;
      return text + checksum(text);
    },
  ],
  [
    'characters outside base62 under a right checksum',
    () => {
      const text = `lg_live_${'é'.repeat(30)}`;
      return text + checksum(text);
    },
  ],
])('%s is not a key', (_what, text) => {
  expect(parseApiKey(text(), 'lg')).toBeUndefined();
});

test('a brand that would blur the format is refused', () => {
  for (const brand of ['', 'a_b', 'LG', 'é', 'x'.repeat(17)])
    expect(() => generateApiKey(brand, 'live')).toThrow(RangeError);
});

test('a key has at least 178 random bits, none of them in its checksum', () => {
  expect(new Set(base62).size).toBe(62);
  expect(Math.floor(randomLength * Math.log2(base62.length))).toBeGreaterThanOrEqual(178);
  const [, body = ''] = /^lg_live_([0-9A-Za-z]+)$/.exec(generateApiKey('lg', 'live')) ?? [];
  expect(body.slice(0, -checksum('').length)).toHaveLength(randomLength);
  // A constant place would carry no bits.
  const bodies = Array.from({ length: 200 }, () => generateApiKey('lg', 'live').slice('lg_live_'.length));
  for (let place = 0; place < randomLength; place++)
    expect(new Set(bodies.map((text) => text.charAt(place))).size).toBeGreaterThan(10);
});

test('every base62 character is equally likely', () => {
  const keys = Array.from({ length: 2_000 }, () => generateApiKey('lg', 'test'));
  expect(new Set(keys).size).toBe(keys.length);
  const counts = new Map([...base62].map((character) => [character, 0]));
  for (const key of keys) {
    for (const character of key.slice('lg_test_'.length, -6)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  const expected = (keys.length * 30) / 62;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // A fair source passes 150 once in 10^9 runs; `randomByte % 62` gives about 450.
  expect(chiSquare).toBeLessThan(150);
});

test('the hash is HMAC-SHA256 and depends on the pepper', () => {
  // RFC 4231, test case 2.
  expect(Buffer.from(hashApiKey('what do ya want for nothing?', 'Jefe')).toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(hashApiKey('key', 'one')).not.toEqual(hashApiKey('key', 'two'));
});
