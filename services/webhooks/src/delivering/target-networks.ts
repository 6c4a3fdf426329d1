import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

/** Global unicast addresses of IPv6, RFC 4291 with the registry of IANA: nothing else is in use on the Internet. */
const GLOBAL_UNICAST: Network = [ipaddr.parse('2000::'), 3];

/**
 * Addresses that look public and lead to the inside of a cloud. Others of this kind lie in reserved networks: 169.254.169.254 and 100.100.100.200
 * (metadata of several clouds), 192.0.0.192, fd00:ec2::254, fd20:ce::254.
 */
const CLOUD_INSIDES: readonly Network[] = [
  // The wire server of Azure: DNS, DHCP and the settings of the virtual machine.
  '168.63.129.16/32',
  // Service networks of IBM Cloud.
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((network) => ipaddr.parseCIDR(network));

/** Reads networks in CIDR notation, divided by commas. @throws Error that quotes the first text that is not a network */
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

/** True if an operator has allowed the address explicitly. @param address as the resolver gives it, also an IPv4 address inside an IPv6 one */
export function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = parse(address);
  return parsed !== undefined && isWithin(parsed, allowed);
}

function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never),
  );
}

/**
 * True for an address of the public Internet. False for private, local and reserved ones, and for IPv6 addresses that stand for an IPv4
 * address (mapped, 6to4, Teredo, NAT64): where they lead depends on the network.
 */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast' || isWithin(parsed, CLOUD_INSIDES)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST as never);
}

/** An IPv4 address that is mapped into an IPv6 one (`::ffff:1.2.3.4`) counts as itself. Undefined for a text that is no complete address. */
function parse(address: string): Address | undefined {
  if (isIP(address) === 0) return undefined;
  // The library takes `::1.2.3.4`, an IPv6 address of the form that is no longer used, for a mapped one.
  const written = address.replace(/^::(?=\d+\.)/, '::0:');
  return ipaddr.isValid(written) ? ipaddr.process(written) : undefined;
}
