import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import { type Candle, turnOver } from '#/candles/candle.ts';
import { type CandleInterval, isOpenAt } from '#/candles/intervals.ts';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { Order } from '#/db/list-order.ts';
import type { Context } from './loaders.ts';
import { getMarket, readPair } from './market-arguments.ts';
import { readCandles } from './read-candles.ts';

export interface CandlesArguments extends MarketPair {
  chainId?: string | null;
  interval: CandleInterval;
  from?: Instant | null;
  to?: Instant | null;
  order?: Order | null;
  limit?: number | null;
  cursor?: string | null;
}

/** Source object of Candle, in the order of currencies that is asked for. */
export interface CandleObject extends Candle {
  isOpen: boolean;
}

export interface CandleConnection {
  candles: CandleObject[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Seconds before the first block of any chain, and after the last one: times of blocks have 32 bits. */
const [EARLIEST, LATEST] = [0, 2 ** 32 - 1];

/** One page of Query.candles. @throws VALIDATION_ERROR, NOT_FOUND */
export async function listCandles(args: CandlesArguments, context: Context): Promise<CandleConnection> {
  const { interval, from, to } = args;
  const pair = readPair(args);
  if (from != null && to != null && from.seconds > to.seconds) {
    throw validationError('from', 'from must not be after to');
  }
  const order = args.order ?? 'ASC';
  const walk = await context.walk('candles', { ...args, order }, { chainId: args.chainId });
  const { view, limit, after } = walk;
  const market = await getMarket(context, view, pair);
  const read = await readCandles(await context.reads(view.chainId), {
    market: { chainId: view.chainId, market: market.number, height: view.height },
    blockTime: view.network.blockTimeSeconds,
    interval,
    from: Math.max(EARLIEST, from == null ? EARLIEST : from.seconds + (from.isWhole ? 0 : 1)),
    to: Math.min(LATEST, to?.seconds ?? LATEST),
    order,
    after: after === null ? null : { start: Number(after[0]), height: Number(after[1]) },
    limit: limit + 1,
  });
  const { rows, hasMore, nextCursor } = walk.page(read, ({ start, firstHeight }) => [start, firstHeight]);
  const isTurned = market.baseId !== pair.baseId;
  const candles = rows.map((candle): CandleObject => {
    const isOpen = isOpenAt(interval, candle.start, market.time);
    return { ...(isTurned ? turnOver(candle) : candle), isOpen };
  });
  return { candles, hasMore, nextCursor };
}
