import { currencyLaunch } from './currency-launch.ts';
import { currencyLists } from './currency-lists.ts';
import { type CurrencyReference, currencyMarkets } from './currency-markets.ts';

export const Currency = {
  __resolveReference: ({ chainId, currencyId, at }: CurrencyReference): CurrencyReference => ({
    chainId,
    currencyId,
    at: at ?? null,
  }),

  ...currencyLaunch,
  ...currencyMarkets,
  ...currencyLists,
};
