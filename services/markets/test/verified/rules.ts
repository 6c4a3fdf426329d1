import type { ChainName, VerifiedChain } from './verified-chain.ts';

/** One thing of a chain that a rule is about: where it is, what the rule makes of the raw blocks, and what this service has. */
export interface Checked {
  place: string;
  chain: unknown;
  ours: unknown;
}

/** How many of each recording a rule is about, to the unit, and how many of each generated chain at least. */
export type Counts = readonly [vrsctest: number, pchain: number, mempool: number, generated: number, launched: number];

export interface Rule {
  title: string;
  counts: Counts;
  list(chain: VerifiedChain, chains: ReadonlyMap<ChainName, VerifiedChain>): Checked[];
}

/** Lines that name what breaks the rule, and where. */
export function findBroken({ title }: Rule, checked: readonly Checked[]): string[] {
  return checked
    .map(({ place, chain, ours }) => ({ place, chain: print(chain), ours: print(ours) }))
    .filter(({ chain, ours }) => chain !== ours)
    .map(({ place, chain, ours }) => `${place} breaks "${title}": the chain has ${chain}, we have ${ours}`);
}

function print(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    if (typeof member === 'bigint') return String(member);
    if (member instanceof Map)
      return [...member].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    return member === undefined ? null : member;
  });
}
