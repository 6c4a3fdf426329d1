import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

/** Global unicast addresses of IPv6, RFC 4291 with the registry of IANA: nothing else is in use on the Internet. */
const GLOBAL_UNICAST: Network = [ipaddr.parse('2000::'), 3];

/** Reads networks in CIDR notation, divided by commas. @throws Error that names what is none */
export function parseNetworks(setting: string): Network[] {
  return setting
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      if (!ipaddr.isValidCIDR(text)) throw new Error(`${JSON.stringify(text)} is no network such as 10.0.0.0/8`);
      return ipaddr.parseCIDR(text);
    });
}

/** True if an operator has allowed the address explicitly. @param address as the resolver gives it, also an IPv4 address inside an IPv6 one */
export function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = parse(address);
  return (
    parsed !== undefined &&
    allowed.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits] as never))
  );
}

/**
 * True for an address of the public Internet. False for private, local and reserved ones, and for IPv6 addresses that stand for an IPv4
 * address (mapped, 6to4, Teredo, NAT64): where they lead depends on the network.
 */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST as never);
}

/** An IPv4 address that is written inside an IPv6 one counts as itself. */
function parse(address: string): Address | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}
