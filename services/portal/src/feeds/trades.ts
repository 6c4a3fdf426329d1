import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, connectionPage, objectOf } from '#/gateway/values.ts';
import type { GraphAtBlock } from './feed.ts';
import type { MarketIds } from './markets.ts';
import { refusedParameter } from './refusals.ts';

export interface Trade {
  /** `<txid>:<index>` of its transfer. */
  readonly id: string;
  /** `buy` means that base was bought for quote. */
  readonly side: 'buy' | 'sell';
  /** Units of quote for one unit of base, before fees. */
  readonly price: string;
  /** After the conversion fee. */
  readonly baseAmount: string;
  readonly quoteAmount: string;
  /** Unix milliseconds. */
  readonly time: number;
}

const TRADES = `query FeedTrades(
  $chainId: String, $basketId: String!, $baseId: String!, $quoteId: String!
  $side: TradeSide, $fromTime: DateTime, $toTime: DateTime, $limit: Int, $cursor: String
) {
  market(chainId: $chainId, basket: $basketId, base: $baseId, quote: $quoteId) {
    trades(side: $side, fromTime: $fromTime, toTime: $toTime, limit: $limit, cursor: $cursor) {
      trades { id side price baseAmount quoteAmount timestamp }
      nextCursor
    }
  }
}`;
const TIME = 'query FeedTime($chainId: String, $height: BigInt) { block(chainId: $chainId, height: $height) { time } }';
const DAY_S = 86_400;

export interface TradesAsked {
  readonly side: 'buy' | 'sell' | undefined;
  readonly limit: number;
  readonly isLastDay: boolean;
  /** RFC 3339. */
  readonly fromTime: string | null;
  readonly toTime: string | null;
  readonly cursor: string | null;
}

export async function readTrades(
  graph: GraphAtBlock,
  market: MarketIds,
  { side, isLastDay, cursor, ...asked }: TradesAsked,
): Promise<{ trades: Trade[]; nextCursor: string | null }> {
  const place = isLastDay ? await placeInDay(graph, cursor) : { fromTime: asked.fromTime, cursor };
  const variables = { ...market, ...asked, ...place, side: side?.toUpperCase() ?? null };
  const { trades } = objectOf(await graph.ask(TRADES, variables), 'market') as { trades: Values };
  const { items, nextCursor } = connectionPage(trades, 'trades');
  const begin = isLastDay ? `${place.fromTime}_` : '';
  return { trades: items.map(tradeOf), nextCursor: nextCursor && `${begin}${nextCursor}` };
}

/** The first answer fixes the 24 hours in its cursor. @throws Refusal VALIDATION_ERROR */
async function placeInDay(
  graph: GraphAtBlock,
  text: string | null,
): Promise<{ fromTime: string | null; cursor: string | null }> {
  if (text === null) {
    const { time } = objectOf(await graph.ask(TIME, { height: graph.height }), 'block');
    return { fromTime: new Date((Number(time) - DAY_S) * 1000).toISOString(), cursor: null };
  }
  const [, fromTime, cursor] = /^([\dTZ:.-]{20,30})_(.+)$/.exec(text) ?? [];
  if (fromTime === undefined || cursor === undefined) throw refusedParameter('cursor is not one of this list.');
  return { fromTime, cursor };
}

export function tradeOf(trade: Values): Trade {
  const text = (name: string): string => String(cellOf(trade, name));
  return {
    id: text('id'),
    side: text('side') === 'BUY' ? 'buy' : 'sell',
    price: text('price'),
    baseAmount: text('baseAmount'),
    quoteAmount: text('quoteAmount'),
    time: Date.parse(text('timestamp')),
  };
}
