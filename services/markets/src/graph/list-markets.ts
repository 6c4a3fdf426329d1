import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Order } from '#/db/list-order.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import { type MarketObject, marketObject } from './market-object.ts';
import type { Connection, ListArguments } from './nodes.ts';

export interface MarketsArguments extends ListArguments {
  basket?: string | null;
  currency?: string | null;
}

export type MarketConnection = Connection<'markets', MarketObject>;

export async function listMarkets(_: unknown, args: MarketsArguments, context: Context): Promise<MarketConnection> {
  const order = args.order ?? 'ASC';
  const walk = await context.walk('markets', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const ids = await findIds(context, walk.view, { basket: args.basket, currency: args.currency });
  return readMarketPage(context, walk, { basketId: ids.basket, currencyId: ids.currency }, order);
}

/** Pages of one answer that begin at the same place are one statement. */
export async function readMarketPage(
  context: Context,
  walk: Walk,
  filter: { basketId: string | null; currencyId: string | null },
  order: Order = 'ASC',
): Promise<MarketConnection> {
  const { view, limit, after } = walk;
  const { chainId, height } = view;
  const page = { order, after: after === null ? null : Number(after[0]), limit: limit + 1 };
  const read = await context.loaders.marketPages.load({ key: { chainId, height, ...filter }, page });
  const { rows, ...rest } = walk.page(read, ({ number }) => [number]);
  return { ...rest, markets: rows.map((row) => marketObject(view, row)) };
}
