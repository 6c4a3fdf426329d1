import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that one customer of a provider has; within it a person has any number of addresses. */
const IPV6_BITS = 64;

/** The network whose attempts count together: an IPv4 address, or the /64 of an IPv6 one. @param address from the gateway; null: unknown */
export function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_BITS}`)}/${IPV6_BITS}`;
}
