import { identityAddressOf } from './name.ts';

const ROOT_CHAINS: ReadonlySet<string> = new Set(['VRSC', 'VRSCTEST'].map((name) => identityAddressOf([name])));

/** False for VRSC and VRSCTEST (pbaas.cpp:IsVerusActive). @param chainId i-address of its native currency */
export function isLaunchedChain(chainId: string): boolean {
  return !ROOT_CHAINS.has(chainId);
}
