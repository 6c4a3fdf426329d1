import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** False if the address or a network cannot be parsed. Without networks every address is allowed. */
export function isAddressAllowed(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  // IPv4 over an IPv6 socket.
  const caller = ipaddr.process(address);
  return networks.some((network) => {
    const range = readRange(network);
    return range !== undefined && range[0].kind() === caller.kind() && caller.match(range);
  });
}

/** CIDR notation or one address. An IPv4 network may be written as an IPv6 one. */
function readRange(network: string): Range | undefined {
  if (ipaddr.isValid(network)) {
    const address = ipaddr.process(network);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  if (!ipaddr.isValidCIDR(network)) return undefined;
  const [address, bits] = ipaddr.parseCIDR(network);
  if (address.kind() !== 'ipv6' || bits < 96) return [address, bits];
  const mapped = ipaddr.process(address.toString());
  return mapped.kind() === 'ipv4' ? [mapped, bits - 96] : [address, bits];
}
