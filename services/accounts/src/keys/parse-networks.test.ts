import type { AccountsError } from '#/accounts-error.ts';
import { parseNetworks } from './parse-networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.7/24 ', '203.0.113.0/24'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:0:0:0:ff::/64', '2001:db8::/64'],
  ['::/0', '::/0'],
  // The same machines as their IPv4 addresses, and compared as such.
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
])('%s is stored as %s', (text, network) => {
  expect(parseNetworks([text])).toEqual([network]);
});

test('a network named twice, however spelt, is there once, and the order stays', () => {
  expect(parseNetworks(['10.0.0.9/8', '1.1.1.1', '10.0.0.0/8'])).toEqual(['10.0.0.0/8', '1.1.1.1/32']);
  expect(parseNetworks([])).toEqual([]);
});

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/-1',
  '203.0.113.0/24/24',
  '203.0.113.0/2 4',
  // Some programs read these as octal, hexadecimal or a whole number, which mean other machines.
  '010.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '2001:db8::/129',
  'fe80::1%eth0',
  '2001:db8:::1',
])('%j is no network, and the message names the text', (text) => {
  expect(() => parseNetworks(['10.0.0.1', text])).toThrow(
    expect.objectContaining({
      code: 'BAD_NETWORK',
      message: expect.stringContaining(JSON.stringify(text)),
    }) as AccountsError,
  );
});
