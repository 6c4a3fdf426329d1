import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';

export type CurrencyKind = 'NATIVE' | 'TOKEN' | 'BASKET' | 'GATEWAY' | 'GATEWAY_CONVERTER' | 'PBAAS_CHAIN' | 'NFT';

/**
 * Kind of a currency as seen from a chain. Option bits combine (a converter is also a basket and a token): the most
 * particular one names the kind.
 */
export function currencyKind(currencyId: string, options: number, chainId: string): CurrencyKind {
  if (currencyId === chainId) return 'NATIVE';
  if (options & CURRENCY_OPTIONS.NFT_TOKEN) return 'NFT';
  if (options & CURRENCY_OPTIONS.GATEWAY_CONVERTER) return 'GATEWAY_CONVERTER';
  if (options & CURRENCY_OPTIONS.GATEWAY) return 'GATEWAY';
  if (options & CURRENCY_OPTIONS.PBAAS) return 'PBAAS_CHAIN';
  return isBasket(options) ? 'BASKET' : 'TOKEN';
}

/** True for a currency that is backed by reserves. */
export function isBasket(options: number): boolean {
  return (options & CURRENCY_OPTIONS.FRACTIONAL) !== 0;
}
