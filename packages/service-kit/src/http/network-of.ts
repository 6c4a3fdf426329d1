import ipaddr from 'ipaddr.js';

/** An IPv6 customer chooses addresses from at least this much. */
const IPV6_PREFIX_BYTES = 8;

/** An IPv4 address, or the first 64 bits of an IPv6 one, in hexadecimal. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return Buffer.from(parsed.kind() === 'ipv6' ? bytes.slice(0, IPV6_PREFIX_BYTES) : bytes).toString('hex');
}
