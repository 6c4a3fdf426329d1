import { foldName } from '@ledgergraph/verus-protocol/name';
import { idCandidates } from '@ledgergraph/verus-protocol/named-id';
import type { GraphQLError } from 'graphql';
import { notFound } from './errors.ts';
import type { EnvironmentName, Network } from './network.ts';

type Named = Pick<Network, 'chainId' | 'name' | 'environment' | 'rootName'>;

const KEYS = {
  MAINNET: { sees: 'a live key reads mainnet networks only', other: 'a test network: please use a test key' },
  TESTNET: { sees: 'a test key reads test networks only', other: 'a mainnet network: please use a live key' },
} as const satisfies Record<EnvironmentName, object>;

/** By i-address or name of the native currency, with or without the root's label, or by the operator's name. */
export function findChain<Chain extends Omit<Named, 'environment'>>(
  text: string,
  chains: readonly Chain[],
): Chain | undefined {
  const byId = chains.find(({ chainId }) => chainId === text);
  if (byId !== undefined) return byId;
  const label = foldName(text.trim().replace(/@$/, ''));
  return chains.find((chain) => idsOf(text, chain).includes(chain.chainId) || foldName(chain.name) === label);
}

function idsOf(text: string, chain: Omit<Named, 'environment'>): string[] {
  try {
    return idCandidates(text, chain);
  } catch {
    return [];
  }
}

/**
 * Every network is public (GET /status), so the error may name the key for the other environment, or the one similar name.
 * @param networks of both environments
 */
export function unknownChain(chainId: string, environment: EnvironmentName, networks: readonly Named[]): GraphQLError {
  return notFound(describeUnknownChain(chainId, environment, networks));
}

export function describeUnknownChain(
  chainId: string,
  environment: EnvironmentName,
  networks: readonly Named[],
): string {
  const visible = networks.filter((one) => one.environment === environment);
  const hidden = networks.filter((one) => one.environment !== environment);
  if (findChain(chainId, hidden) !== undefined) {
    const { sees, other } = KEYS[environment];
    return `chain ${chainId} is ${other} (${sees})`;
  }
  const [near, ...more] = visible.filter(
    (one) => differsByALetter(one.chainId, chainId) || differsByALetter(one.name.toLowerCase(), chainId.toLowerCase()),
  );
  if (near === undefined || more.length > 0) return `unknown chain ${chainId}`;
  return `unknown chain ${chainId}. Did you mean ${near.chainId} (${near.name})?`;
}

export function differsByALetter(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
