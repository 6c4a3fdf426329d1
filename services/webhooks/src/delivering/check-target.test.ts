import { findFault, findFaultOfHost } from './check-target.ts';
import { createFindAddresses } from './find-addresses.ts';
import { parseNetworks } from './target-networks.ts';

const findAddresses = createFindAddresses();

/** All spellings of hosts that lead inside a network. */
const HOSTILE_HOSTS = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '127.0.0.1.'],
  ...['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...[
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
  ],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'],
  ...[
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
  ],
  ...['168.63.129.16', '[::ffff:168.63.129.16]', '100.100.100.200', '[fd00:ec2::254]'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1'],
];

test.each(HOSTILE_HOSTS)('refuses the host %s', (host) => {
  expect(findFault(`https://${host}/hook`, [])).toBeDefined();
});

test.each(['localhost', 'localhost.', 'ip6-localhost'])(
  'refuses the name %s, which leads to this machine or nowhere',
  async (host) => {
    expect(await findFaultOfHost(`https://${host}/hook`, [], findAddresses)).toBeDefined();
  },
);

test.each([
  ['not a URL', 'hook'],
  ['another protocol', 'ftp://example.org/'],
  ['a file', 'file:///etc/passwd'],
  ['a program', 'gopher://example.org/'],
  ['a user', 'https://user@example.org/'],
  ['a password', 'https://:secret@example.org/'],
  ['plain HTTP', 'http://example.org/'],
  ['great length', `https://example.org/${'a'.repeat(2_000)}`],
])('refuses %s', (_what, url) => {
  expect(findFault(url, [])).toBeDefined();
});

test('takes public addresses', () => {
  for (const host of ['1.1.1.1', '8.8.8.8:8443', '[2606:4700:4700::1111]', 'example.org']) {
    expect(findFault(`https://${host}/hook`, [])).toBeUndefined();
  }
});

test('an operator may allow networks, and then plain HTTP to them alone', async () => {
  const allowed = parseNetworks('10.1.0.0/16, ::1/128, 127.0.0.0/8');
  expect(findFault('http://10.1.2.3/', allowed)).toBeUndefined();
  expect(findFault('https://[::1]:8443/', allowed)).toBeUndefined();
  expect(findFault('https://10.2.0.1/', allowed)).toBeDefined();
  expect(findFault('http://8.8.8.8/', allowed)).toBeDefined();
  expect(findFault('http://[::ffff:10.1.2.3]/', allowed)).toBeUndefined();
  expect(await findFaultOfHost('http://localhost/', allowed, findAddresses)).toBeUndefined();
  expect(() => parseNetworks('10.0.0.0/8,nonsense')).toThrow('nonsense');
});
