import ipaddr from 'ipaddr.js';

/** Providers give one customer a whole /64. */
const IPV6_BITS = 64;

export function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_BITS}`)}/${IPV6_BITS}`;
}
