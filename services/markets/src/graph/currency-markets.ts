import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { COIN } from '#/quote/curve.ts';
import { addWorths, deepestPrice, type Worth, worthOf } from '#/quote/spot.ts';
import { findIds } from './find-ids.ts';
import type { MarketConnection } from './list-markets.ts';
import { readMarketPage } from './list-markets.ts';
import type { Context } from './loaders.ts';
import { type MarketObject, pairOf, reserveOf } from './market-object.ts';

export interface CurrencyReference {
  chainId: string;
  currencyId: string;
  /** Null means the pin. */
  at: number | null;
}

export const currencyMarkets = {
  async markets(
    { chainId, currencyId, at }: CurrencyReference,
    args: { limit?: number | null; cursor?: string | null },
    context: Context,
  ): Promise<MarketConnection> {
    const walk = await context.walk('Currency.markets', { ...args }, { chainId, at, keys: { currencyId } });
    return readMarketPage(context, walk, { basketId: null, currencyId });
  },

  async priceIn(
    { chainId, currencyId, at }: CurrencyReference,
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

export async function liquidityOf(
  market: MarketObject,
  args: { currency: string },
  context: Context,
): Promise<bigint | null> {
  const { currency: quoteId } = await findIds(context, market.view, args);
  const { baseId, quoteId: otherId } = pairOf(market);
  const [one, other] = await Promise.all(
    [baseId, otherId].map((id) => findWorth(context, market.view, reserveOf(market, id), { baseId: id, quoteId })),
  );
  return one == null || other == null ? null : addWorths(one, other);
}

async function findWorth(
  context: Context,
  { chainId, height }: ChainView,
  amount: bigint,
  { baseId, quoteId }: { baseId: string; quoteId: string },
): Promise<Worth | null> {
  if (baseId === quoteId) return { dividend: amount, divisor: 1n };
  const baskets = await context.loaders.pairBaskets.load({ chainId, height, baseId, quoteId });
  return worthOf(amount, baskets, baseId, quoteId);
}
