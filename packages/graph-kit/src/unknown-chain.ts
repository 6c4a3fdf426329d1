import type { GraphQLError } from 'graphql';
import { notFound } from './errors.ts';
import type { EnvironmentName, Network } from './network.ts';

/** A network; one whose name is not at hand has its chainId in that place. */
type Named = Pick<Network, 'chainId' | 'name' | 'environment'>;

const KEYS = {
  MAINNET: { sees: 'a live key reads mainnet networks only', other: 'a test network: please use a test key' },
  TESTNET: { sees: 'a test key reads test networks only', other: 'a mainnet network: please use a live key' },
} as const satisfies Record<EnvironmentName, object>;

/**
 * The error for a chainId that names no network of the environment. Every network is public (GET /status), so the error may name the kind
 * of key that reads a network of the other environment, and the one network whose name is equal or differs by a letter.
 * @param networks of both environments
 */
export function unknownChain(chainId: string, environment: EnvironmentName, networks: readonly Named[]): GraphQLError {
  return notFound(describeUnknownChain(chainId, environment, networks));
}

/** The message of that error. */
export function describeUnknownChain(
  chainId: string,
  environment: EnvironmentName,
  networks: readonly Named[],
): string {
  const isSame = (one: Named): boolean => one.chainId === chainId || one.name.toLowerCase() === chainId.toLowerCase();
  const visible = networks.filter((one) => one.environment === environment);
  const meant = visible.find(isSame);
  const hidden = networks.find((one) => one.environment !== environment && isSame(one));
  if (meant === undefined && hidden !== undefined) {
    const { sees, other } = KEYS[environment];
    return `chain ${chainId} is ${other} (${sees})`;
  }
  const [near, ...more] = visible.filter(
    (one) => differsByALetter(one.chainId, chainId) || differsByALetter(one.name.toLowerCase(), chainId.toLowerCase()),
  );
  const suggested = meant ?? (more.length === 0 ? near : undefined);
  if (suggested === undefined) return `unknown chain ${chainId}`;
  const name = suggested.name === suggested.chainId ? '' : ` (${suggested.name})`;
  return `unknown chain ${chainId}. Did you mean ${suggested.chainId}${name}?`;
}

/** True if one letter is other, missing or too much, or if two neighbours have changed places. */
export function differsByALetter(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
