import { hasTimes, type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { Order } from '#/db/list-order.ts';
import { tradesScope } from '#/db/list-scopes.ts';
import { toConversion } from './Conversion.ts';
import type { Context } from './loaders.ts';
import { type MarketObject, pairOf } from './market-object.ts';
import type { Connection, PageArguments } from './nodes.ts';
import type { TradeNode } from './Trade.ts';
import { pageOf, positionOf } from './walk-list.ts';

export interface TradesArguments extends PageArguments, Pick<RangeArguments, 'fromTime' | 'toTime'> {
  side?: 'BUY' | 'SELL' | null;
  order?: Order | null;
}

/** Each direction is a range of one index; both are merged into one list. */
export async function listTradesOfMarket(
  market: MarketObject,
  args: TradesArguments,
  context: Context,
): Promise<Connection<'trades', TradeNode>> {
  const { chainId, at } = market.view;
  const { basketId } = market.row;
  const { baseId, quoteId } = pairOf(market);
  const order = args.order ?? 'DESC';
  const range = readWantedRange(args);
  const keys = { basketId, baseId, quoteId };
  const walk = await context.walk('Market.trades', { ...args, order }, { chainId, at, keys, range });
  const bought = args.side === 'SELL' ? [] : [tradesScope(basketId, quoteId, baseId)];
  const sold = args.side === 'BUY' ? [] : [tradesScope(basketId, baseId, quoteId)];
  const read = await context.loaders.conversionPages.load({
    key: { chainId, height: walk.view.height, scopes: [...bought, ...sold].map(String) },
    page: pageOf(walk, order, { isNested: !hasTimes(range) }),
  });
  const { rows, ...rest } = walk.page(read.slice(0, walk.limit + 1), positionOf);
  const trades = rows.flatMap((row): TradeNode[] => {
    const conversion = toConversion({ ...row, view: walk.view }, null);
    return conversion === null ? [] : [{ conversion, baseId, quoteId }];
  });
  return { ...rest, trades };
}
