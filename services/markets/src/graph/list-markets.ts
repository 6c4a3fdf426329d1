import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Context } from './loaders.ts';
import { findCurrencyId } from './market-arguments.ts';
import { type MarketObject, marketObject } from './market-object.ts';

export interface MarketsArguments {
  chainId?: string | null;
  basketId?: string | null;
  currencyId?: string | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface MarketConnection {
  markets: MarketObject[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** One page of Query.markets, in the order in which they came to the chain. */
export async function listMarkets(args: MarketsArguments, context: Context): Promise<MarketConnection> {
  const filter = {
    basketId: findCurrencyId('basketId', args.basketId),
    currencyId: findCurrencyId('currencyId', args.currencyId),
  };
  const walk = await context.walk('markets', { ...args }, { chainId: args.chainId, asOf: args.asOf });
  return readMarketPage(context, walk, filter);
}

/** One page of markets. Pages of one answer that begin at the same place are one statement. */
export async function readMarketPage(
  context: Context,
  walk: Walk,
  filter: { basketId: string | null; currencyId: string | null },
): Promise<MarketConnection> {
  const { view, limit, after } = walk;
  const { chainId, height } = view;
  const page = { after: after === null ? 0 : Number(after[0]), limit: limit + 1 };
  const read = await context.loaders.marketPages.load({ key: { chainId, height, ...filter }, page });
  const { rows, hasMore, nextCursor } = walk.page(read, ({ number }) => [number]);
  return { markets: rows.map((row) => marketObject(view, row)), hasMore, nextCursor };
}
