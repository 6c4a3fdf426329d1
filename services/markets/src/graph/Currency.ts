import { type CurrencyReference, currencyMarkets } from './currency-markets.ts';

/** The currencies service owns Currency; here it gets its markets. */
export const Currency = {
  __resolveReference: ({ chainId, currencyId, at }: CurrencyReference): CurrencyReference => ({
    chainId,
    currencyId,
    at: at ?? null,
  }),

  ...currencyMarkets,
};
