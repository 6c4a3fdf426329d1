import { identityAddressOf } from './name.ts';

/** Root chains, with the first height that has currencies (solution version 7; docs/verus/chains.md). */
const PBAAS_HEIGHTS: ReadonlyMap<string, number> = new Map([
  [identityAddressOf(['VRSC']), 2_549_420],
  [identityAddressOf(['VRSCTEST']), 100],
]);

/** False for VRSC and VRSCTEST (pbaas.cpp:IsVerusActive). @param chainId i-address of its native currency */
export function isLaunchedChain(chainId: string): boolean {
  return !PBAAS_HEIGHTS.has(chainId);
}

/** True if verusd prints values of currencies at that tip. */
export function knowsCurrencies(chainId: string, height: number): boolean {
  return height >= (PBAAS_HEIGHTS.get(chainId) ?? 1);
}
