import { isIP } from 'node:net';
import type { FindAddresses } from './find-addresses.ts';
import { isAllowed, isPublic, type Network } from './target-networks.ts';

const URL_LENGTH_MAX = 2_000;
export const NOT_PUBLIC = 'The host has no address on the public Internet.';

/** Without the brackets of an IPv6 address. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Plain HTTP goes only to networks that the operator has allowed, because everyone on the way can read it. */
export function mayReceive(address: string, protocol: string, allowed: readonly Network[]): boolean {
  return isAllowed(address, allowed) || (protocol === 'https:' && isPublic(address));
}

/** @returns a sentence for the owner; undefined: no fault */
export function findFault(text: string, allowed: readonly Network[]): string | undefined {
  if (text.length > URL_LENGTH_MAX) return `The URL has more than ${URL_LENGTH_MAX} characters.`;
  // The URL is kept as it was written, and Postgres stores no NUL.
  if (text.includes('\0') || !text.isWellFormed() || !URL.canParse(text)) return 'This is not a URL.';
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The URL must begin with https://.';
  if (username !== '' || password !== '') return 'The URL must not hold a user or a password.';
  if (protocol === 'http:' && allowed.length === 0) return 'The URL must begin with https://.';
  const host = hostOf(hostname);
  if (isIP(host) !== 0 && !mayReceive(host, protocol, allowed)) return describeRefusal(protocol, allowed);
  return undefined;
}

/**
 * Checked again at each connection. Hosts without an address and with an inner one get the same fault, so that inner names stay unknown.
 */
export async function findFaultOfHost(
  text: string,
  allowed: readonly Network[],
  findAddresses: FindAddresses,
): Promise<string | undefined> {
  const fault = findFault(text, allowed);
  if (fault !== undefined) return fault;
  const { protocol, hostname } = new URL(text);
  const addresses = await findAddresses(hostOf(hostname));
  return addresses.some((address) => mayReceive(address, protocol, allowed))
    ? undefined
    : describeRefusal(protocol, allowed);
}

function describeRefusal(protocol: string, allowed: readonly Network[]): string {
  return protocol === 'http:' && allowed.length > 0
    ? 'Plain HTTP is allowed only to the networks that the operator of this installation has named; use https://.'
    : NOT_PUBLIC;
}
