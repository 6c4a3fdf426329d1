import { encodeAddress, isIdentityAddress, parseAddress, SYSTEM_ADDRESSES } from './address.ts';

test.each([
  ['RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU', 'PUBLIC_KEY_HASH'],
  ['i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', 'IDENTITY'],
  ['xRNGE9FpCcBoh2VLbkWxwBuDSzTrZUN94D', 'INDEX'],
])('%s is a %s and encodes back', (text, kind) => {
  const parsed = parseAddress(text);
  expect(parsed?.kind).toBe(kind);
  expect(parsed && encodeAddress(parsed.kind, parsed.hash)).toBe(text);
});

test('script hash and quantum addresses have their own first letters', () => {
  const hash = new Uint8Array(20).fill(7);
  expect(encodeAddress('SCRIPT_HASH', hash)[0]).toBe('b');
  expect(encodeAddress('QUANTUM', hash)[0]).toBe('Q');
  expect(() => encodeAddress('IDENTITY', new Uint8Array(19))).toThrow(RangeError);
});

test('one wrong character anywhere is no address', () => {
  const address = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';
  for (let index = 0; index < address.length; index += 1) {
    const wrong = `${address.slice(0, index)}${address[index] === 'a' ? 'b' : 'a'}${address.slice(index + 1)}`;
    expect(parseAddress(wrong)).toBeUndefined();
  }
  for (const text of ['', 'nonsense', 'alice@', `zs1${'q'.repeat(75)}`]) expect(parseAddress(text)).toBeUndefined();
});

test('identity addresses are recognised', () => {
  expect(isIdentityAddress('i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV')).toBe(true);
  expect(isIdentityAddress('RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU')).toBe(false);
});

test('system addresses are well-formed key hashes', () => {
  for (const address of SYSTEM_ADDRESSES.keys()) expect(parseAddress(address)?.kind).toBe('PUBLIC_KEY_HASH');
});
