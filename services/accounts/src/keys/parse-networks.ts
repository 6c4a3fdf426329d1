import ipaddr from 'ipaddr.js';
import { AccountsError } from '#/accounts-error.ts';

/** IPv4 addresses inside IPv6 ones: ::ffff:0:0/96. */
const MAPPED_PREFIX_BITS = 96;

/** Canonical CIDR: host bits zero, mapped IPv4 as IPv4, each network once. Throws AccountsError BAD_NETWORK, which names the text. */
export function parseNetworks(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => parseNetwork(text.trim())))];
}

/** Networks as `parseNetworks` writes them; an empty list allows every address. */
export function isWithinNetworks(address: string | null, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (address === null || !ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network);
    return range.kind() === caller.kind() && caller.match(range, bits);
  });
}

function parseNetwork(text: string): string {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return refuse(text);
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipv4Network(text, address, Number(bits ?? 32));
  // A zone is only meaningful on one machine.
  if (!address.includes(':') || address.includes('%') || !ipaddr.IPv6.isValid(address)) return refuse(text);
  const ipv6 = ipaddr.IPv6.parse(address);
  const length = Number(bits ?? 128);
  if (length > 128) return refuse(text);
  if (ipv6.isIPv4MappedAddress() && length >= MAPPED_PREFIX_BITS)
    return ipv4Network(text, ipv6.toIPv4Address().toString(), length - MAPPED_PREFIX_BITS);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`).toRFC5952String()}/${length}`;
}

function ipv4Network(text: string, address: string, length: number): string {
  if (length > 32) return refuse(text);
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`).toString()}/${length}`;
}

function refuse(text: string): never {
  throw new AccountsError(
    'BAD_NETWORK',
    `${JSON.stringify(text)} is neither an IP address nor a network such as 203.0.113.0/24`,
  );
}
