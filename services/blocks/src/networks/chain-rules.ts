import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** docs/verus/chains.md#ids-and-roots */
const ROOTS: ReadonlyMap<string, string> = new Map([
  ['i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', 'VRSC'],
  ['iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', 'VRSCTEST'],
]);

const BLOCK_TIME_SECONDS_DEFAULT = 60;
const MATURITY_MIN = 100;
const MATURITY_MAX = 149;

/** @param definition null while the node gives none @returns undefined when neither the chain nor its parent is a root */
export function readRootName(chainId: string, definition: JsonObject | null): string | undefined {
  const parent = definition?.parent;
  return ROOTS.get(chainId) ?? (typeof parent === 'string' ? ROOTS.get(parent) : undefined);
}

/** 60 without a value in the definition. */
export function readBlockTime(definition: JsonObject | null): number {
  const seconds = definition?.blocktime;
  return seconds instanceof LosslessNumber ? Number(seconds.value) : BLOCK_TIME_SECONDS_DEFAULT;
}

/** In blocks: a longer fork is refused. Faster chains have more of them (docs/verus/chains.md#maturity). */
export function coinbaseMaturity(blockTimeSeconds: number): number {
  return Math.min(Math.max(Math.floor((MATURITY_MIN * 60) / blockTimeSeconds), MATURITY_MIN), MATURITY_MAX);
}
