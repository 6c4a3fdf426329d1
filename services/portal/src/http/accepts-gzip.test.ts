import { acceptsGzip } from './accepts-gzip.ts';

test.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br, gzip;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['*, gzip;q=0', false],
  ['identity, gzip;q=0.5', false],
  ['x-gzip-2', false],
  [undefined, false],
])('gzip is for a client that accepts it: Accept-Encoding %s, %s', (given, expected) => {
  expect(acceptsGzip({ 'accept-encoding': given })).toBe(expected);
});
