import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import { type Candle, turnOver } from '#/candles/candle.ts';
import { type CandleInterval, isOpenAt } from '#/candles/intervals.ts';
import type { Context } from './loaders.ts';
import { findPair, type PairArguments } from './market-arguments.ts';
import type { Connection, ListArguments } from './nodes.ts';
import { readCandles } from './read-candles.ts';

export interface CandlesArguments extends ListArguments, PairArguments {
  interval: CandleInterval;
  fromTime?: Instant | null;
  toTime?: Instant | null;
}

export interface CandleObject extends Candle {
  isOpen: boolean;
}

/** Times of blocks have 32 bits. */
const [EARLIEST, LATEST] = [0, 2 ** 32 - 1];

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function listCandles(
  _: unknown,
  args: CandlesArguments,
  context: Context,
): Promise<Connection<'candles', CandleObject>> {
  const { interval, fromTime, toTime } = args;
  if (fromTime != null && toTime != null && fromTime.seconds > toTime.seconds) {
    throw validationError('fromTime', 'fromTime must not be after toTime');
  }
  const order = args.order ?? 'ASC';
  const walk = await context.walk('candles', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const { view, limit, after } = walk;
  const { pair, market } = await findPair(context, view, args);
  const read = await readCandles(await context.reads(view.chainId), {
    market: { chainId: view.chainId, market: market.number, height: view.height },
    blockTime: view.network.blockTimeSeconds,
    interval,
    from: Math.max(EARLIEST, fromTime == null ? EARLIEST : fromTime.seconds + (fromTime.isWhole ? 0 : 1)),
    to: Math.min(LATEST, toTime?.seconds ?? LATEST),
    order,
    after: after === null ? null : { start: Number(after[0]), height: Number(after[1]) },
    limit: limit + 1,
  });
  const { rows, ...rest } = walk.page(read, ({ start, firstHeight }) => [start, firstHeight]);
  const isTurned = market.baseId !== pair.baseId;
  const candles = rows.map((candle): CandleObject => {
    const isOpen = isOpenAt(interval, candle.start, market.time);
    return { ...(isTurned ? turnOver(candle) : candle), isOpen };
  });
  return { ...rest, candles };
}
