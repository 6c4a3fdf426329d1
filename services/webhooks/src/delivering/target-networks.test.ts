import { isPublic } from './target-networks.ts';

/** Registries of special-purpose addresses at IANA, RFC 6890. Reachable ones are refused too: no receiver stands there. */
const SPECIAL = {
  '0.0.0.0/8, this network': '0.1.2.3',
  '10.0.0.0/8, private': '10.255.0.1',
  '100.64.0.0/10, shared': '100.127.255.254',
  '127.0.0.0/8, loopback': '127.255.0.1',
  '169.254.0.0/16, link-local': '169.254.0.23',
  '172.16.0.0/12, private': '172.31.0.1',
  '192.0.0.0/24, IETF protocols': '192.0.0.192',
  '192.0.2.0/24, documentation': '192.0.2.9',
  '192.31.196.0/24, AS112': '192.31.196.1',
  '192.52.193.0/24, AMT': '192.52.193.1',
  '192.88.99.0/24, relays of 6to4': '192.88.99.1',
  '192.168.0.0/16, private': '192.168.99.1',
  '192.175.48.0/24, AS112': '192.175.48.1',
  '198.18.0.0/15, benchmarks': '198.19.255.1',
  '198.51.100.0/24, documentation': '198.51.100.1',
  '203.0.113.0/24, documentation': '203.0.113.1',
  '224.0.0.0/4, multicast': '233.252.0.1',
  '240.0.0.0/4, reserved': '250.0.0.1',
  '255.255.255.255/32, broadcast': '255.255.255.255',
  '::/128, unspecified': '::',
  '::1/128, loopback': '::1',
  '::/96, IPv4-compatible': '::8.8.8.8',
  '::ffff:0:0/96, IPv4-mapped': '::ffff:192.168.0.1',
  '::ffff:0:0:0/96, IPv4-translated': '::ffff:0:8.8.8.8',
  '64:ff9b::/96, NAT64': '64:ff9b::8.8.8.8',
  '64:ff9b:1::/48, local NAT64': '64:ff9b:1::1',
  '100::/64, discard': '100::1',
  '100:0:0:1::/64, dummy': '100:0:0:1::1',
  '2001::/32, Teredo': '2001:0:808:808::1',
  '2001:1::/32, anycast of protocols': '2001:1::1',
  '2001:2::/48, benchmarks': '2001:2::1',
  '2001:3::/32, AMT': '2001:3::1',
  '2001:4:112::/48, AS112': '2001:4:112::1',
  '2001:10::/28, ORCHID': '2001:10::1',
  '2001:20::/28, ORCHIDv2': '2001:20::1',
  '2001:30::/28, drones': '2001:30::1',
  '2001::/23, IETF protocols': '2001:1ff::1',
  '2001:db8::/32, documentation': '2001:db8:1::1',
  '2002::/16, 6to4': '2002:808:808::1',
  '2620:4f:8000::/48, AS112': '2620:4f:8000::1',
  '3fff::/20, documentation': '3fff:fff::1',
  '5f00::/16, segment routing': '5f00::1',
  'fc00::/7, unique local': 'fd20:ce::254',
  'fe80::/10, link-local': 'fe80::1%eth0',
  'fec0::/10, site-local': 'fec0::1',
  'ff00::/8, multicast': 'ff0e::1',
};

test.each(Object.entries(SPECIAL))('nothing is sent to %s', (_network, address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  ['most clouds', '169.254.169.254'],
  ['AWS over IPv6', 'fd00:ec2::254'],
  ['Google over IPv6', 'fd20:ce::254'],
  ['Alibaba', '100.100.100.200'],
  ['Oracle', '192.0.0.192'],
  ['Azure', '168.63.129.16'],
  ['Azure, inside IPv6', '::ffff:168.63.129.16'],
  ['Azure, in hexadecimal inside IPv6', '::ffff:a83f:8110'],
  ['IBM', '161.26.0.10'],
  ['IBM', '166.9.14.5'],
])('nothing is sent to the inside of a cloud: %s, %s', (_cloud, address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(['1.1.1.1', '168.63.129.15', '168.63.129.17', '161.25.0.1', '166.12.0.1', '::ffff:8.8.8.8', '2606:4700::1'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test.each(['', 'example.org', '1.2.3', '256.0.0.1', '::g'])('%j is no public address', (text) => {
  expect(isPublic(text)).toBe(false);
});
