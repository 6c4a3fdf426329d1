import { currencyLaunch } from './currency-launch.ts';
import { type CurrencyReference, currencyMarkets } from './currency-markets.ts';

/** The currencies service owns Currency; here it gets its launch and its markets. */
export const Currency = {
  __resolveReference: ({ chainId, currencyId, at }: CurrencyReference): CurrencyReference => ({
    chainId,
    currencyId,
    at: at ?? null,
  }),

  ...currencyLaunch,
  ...currencyMarkets,
};
