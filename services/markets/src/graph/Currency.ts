import { COIN } from '#/quote/curve.ts';
import { deepestPrice } from '#/quote/spot.ts';
import { findIds } from './find-ids.ts';
import type { LaunchNode } from './Launch.ts';
import { listConversionsOfCurrency } from './list-conversions.ts';
import { type MarketConnection, readMarketPage } from './list-markets.ts';
import { listSupplyEventsOfCurrency } from './list-supply-events.ts';
import type { Context } from './loaders.ts';
import type { CurrencyRef } from './nodes.ts';

export const Currency = {
  __resolveReference: ({ chainId, currencyId, at }: CurrencyRef): CurrencyRef => ({
    chainId,
    currencyId,
    at: at ?? null,
  }),

  conversions: listConversionsOfCurrency,
  supplyEvents: listSupplyEventsOfCurrency,

  async launch({ chainId, currencyId, at }: CurrencyRef, _: unknown, context: Context): Promise<LaunchNode | null> {
    const view = await context.view(chainId, { at });
    const found = await context.loaders.launch.load({ chainId: view.chainId, currencyId, height: view.height });
    return found && { ...found, view };
  },

  async markets(
    { chainId, currencyId, at }: CurrencyRef,
    args: { limit?: number | null; cursor?: string | null },
    context: Context,
  ): Promise<MarketConnection> {
    const walk = await context.walk('Currency.markets', { ...args }, { chainId, at, keys: { currencyId } });
    return readMarketPage(context, walk, { basketId: null, currencyId });
  },

  async priceIn(
    { chainId, currencyId, at }: CurrencyRef,
    args: { currency: string },
    context: Context,
  ): Promise<bigint | null> {
    const view = await context.view(chainId, { at });
    const { height } = view;
    const { currency: quoteId } = await findIds(context, view, args);
    if (quoteId === currencyId) return COIN;
    const baskets = await context.loaders.pairBaskets.load({ chainId, height, baseId: currencyId, quoteId });
    return deepestPrice(baskets, currencyId, quoteId);
  },
};
