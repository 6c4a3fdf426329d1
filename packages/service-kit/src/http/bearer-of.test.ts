import { bearerOf } from './bearer-of.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('the password of Basic authentication is a bearer token, whatever the name is', () => {
  for (const name of ['', 'rpcuser', 'ü']) expect(bearerOf(basic(`${name}:lg_live_x`))).toBe('Bearer lg_live_x');
  expect(bearerOf(basic('a:b:c'))).toBe('Bearer b:c');
});

test.each([
  undefined,
  '',
  'Bearer lg_live_x',
  'Basic',
  'Basic !',
  basic('lg_live_x'),
  basic('a:'),
  basic('a:b c'),
  basic('a:b\r\nx-ledgergraph-internal: c'),
  basic('a:ü'),
])('all else stays as it is: %s', (authorization) => {
  expect(bearerOf(authorization)).toBe(authorization);
});
