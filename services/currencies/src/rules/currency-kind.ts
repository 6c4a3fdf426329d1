import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';

export type CurrencyKind = 'NATIVE' | 'TOKEN' | 'BASKET' | 'GATEWAY' | 'GATEWAY_CONVERTER' | 'PBAAS_CHAIN' | 'NFT';

/** Option bits combine (a converter is also a basket and a token): the most particular one decides. */
export function currencyKind(currencyId: string, options: number, chainId: string): CurrencyKind {
  if (currencyId === chainId) return 'NATIVE';
  if (options & CURRENCY_OPTIONS.NFT_TOKEN) return 'NFT';
  if (options & CURRENCY_OPTIONS.GATEWAY_CONVERTER) return 'GATEWAY_CONVERTER';
  if (options & CURRENCY_OPTIONS.GATEWAY) return 'GATEWAY';
  if (options & CURRENCY_OPTIONS.PBAAS) return 'PBAAS_CHAIN';
  return isBasket(options) ? 'BASKET' : 'TOKEN';
}

export function isBasket(options: number): boolean {
  return (options & CURRENCY_OPTIONS.FRACTIONAL) !== 0;
}
