import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

/** RFC 4291 and the registry of IANA: no other IPv6 addresses are in use on the Internet. */
const GLOBAL_UNICAST: Network = [ipaddr.parse('2000::'), 3];

/** Public-looking addresses inside clouds. Further ones lie in reserved networks, such as 169.254.169.254 and fd00:ec2::254. */
const CLOUD_INSIDES: readonly Network[] = [
  // The wire server of Azure: DNS, DHCP and settings of the virtual machine.
  '168.63.129.16/32',
  // Service networks of IBM Cloud.
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((network) => ipaddr.parseCIDR(network));

/** CIDR notation, divided by commas. @throws Error that quotes the first text that is not a network */
export function parseNetworks(setting: string): Network[] {
  return setting
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      if (!ipaddr.isValidCIDR(text)) throw new Error(`${JSON.stringify(text)} is not a network such as 10.0.0.0/8`);
      return ipaddr.parseCIDR(text);
    });
}

/** @param address may be an IPv4 address inside an IPv6 one */
export function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = parse(address);
  return parsed !== undefined && isWithin(parsed, allowed);
}

function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never),
  );
}

/** False for IPv6 addresses that stand for an IPv4 one (mapped, 6to4, Teredo, NAT64): their route depends on the network. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast' || isWithin(parsed, CLOUD_INSIDES)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST as never);
}

/** A mapped IPv4 address (`::ffff:1.2.3.4`) counts as IPv4. Undefined for an incomplete address. */
function parse(address: string): Address | undefined {
  if (isIP(address) === 0) return undefined;
  // The library takes `::1.2.3.4`, an obsolete form of IPv6, for a mapped address.
  const written = address.replace(/^::(?=\d+\.)/, '::0:');
  return ipaddr.isValid(written) ? ipaddr.process(written) : undefined;
}
