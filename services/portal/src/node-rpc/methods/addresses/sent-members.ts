import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonMembers } from '../../json.ts';
import { coinMembers } from './currency-values.ts';

export interface SentOutput {
  readonly addresses: readonly string[];
  /** In satoshis. */
  readonly native: bigint;
  readonly tokens: ReadonlyMap<string, bigint>;
}

export interface SentTransaction {
  readonly chainId: string;
  readonly outputs: readonly SentOutput[];
  /** Satoshis that go into the shielded pools. */
  readonly shielded: bigint;
}

interface Destination {
  readonly addresses: readonly string[];
  readonly amounts: Map<string, bigint>;
}

/** Sums that a transaction pays to each set of addresses (misc.cpp:GetDeltaOutputDetails, which drops the payloads that it gathers). */
export function sentMembers({ chainId, outputs, shielded }: SentTransaction): JsonMembers {
  const destinations = new Map<string, Destination>();
  for (const { addresses, native, tokens } of outputs) {
    if (addresses.length === 0) continue;
    const all = [...new Set(addresses)].sort(inOrder);
    const destination = destinations.get(all.join()) ?? { addresses: all, amounts: new Map() };
    destinations.set(all.join(), destination);
    const { amounts } = destination;
    for (const [currencyId, satoshis] of [...tokens, [chainId, native] as const])
      amounts.set(currencyId, (amounts.get(currencyId) ?? 0n) + satoshis);
  }
  const ordered = [...destinations.values()].sort((one, other) => compareLists(one.addresses, other.addresses));
  return {
    outputs: ordered.map(({ addresses, amounts }) => ({
      addresses: addresses.length === 1 ? (addresses[0] ?? '') : addresses,
      amounts: coinMembers(amounts),
    })),
    privateoutput: shielded > 0n ? shielded : undefined,
  };
}

/** Keys come before scripts, identities, indexes and quantum keys (key_io.h:CTxDestination), and each by its bytes. */
const KINDS = ['PUBLIC_KEY_HASH', 'SCRIPT_HASH', 'IDENTITY', 'INDEX', 'QUANTUM'] as const;

function inOrder(one: string, other: string): number {
  return rankOf(one) - rankOf(other) || (one < other ? -1 : one > other ? 1 : 0);
}

function rankOf(address: string): number {
  return KINDS.findIndex((kind) => kind === parseAddress(address)?.kind);
}

function compareLists(one: readonly string[], other: readonly string[]): number {
  const place = one.findIndex((address, index) => address !== other[index]);
  if (place === -1) return one.length - other.length;
  return other[place] === undefined ? 1 : inOrder(one[place] ?? '', other[place]);
}
