import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** The two name-space roots and the i-addresses of their chains (docs/verus/chains.md#ids-and-roots). */
const ROOTS: ReadonlyMap<string, string> = new Map([
  ['i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', 'VRSC'],
  ['iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', 'VRSCTEST'],
]);

const BLOCK_TIME_SECONDS_DEFAULT = 60;
const MATURITY_MIN = 100;
const MATURITY_MAX = 149;

/**
 * Root that names on a chain end in: the chain itself, or the parent of its native currency.
 * @param definition definition of the native currency; null while the node gives none
 * @returns undefined when neither decides
 */
export function readRootName(chainId: string, definition: JsonObject | null): string | undefined {
  const parent = definition?.parent;
  return ROOTS.get(chainId) ?? (typeof parent === 'string' ? ROOTS.get(parent) : undefined);
}

/** Seconds between blocks, by the chain's own definition; 60 where that gives none. */
export function readBlockTime(definition: JsonObject | null): number {
  const seconds = definition?.blocktime;
  return seconds instanceof LosslessNumber ? Number(seconds.value) : BLOCK_TIME_SECONDS_DEFAULT;
}

/** Coinbase maturity in blocks: a fork longer than that is refused. Faster chains get more of them (docs/verus/chains.md#maturity). */
export function coinbaseMaturity(blockTimeSeconds: number): number {
  return Math.min(Math.max(Math.floor((MATURITY_MIN * 60) / blockTimeSeconds), MATURITY_MIN), MATURITY_MAX);
}
