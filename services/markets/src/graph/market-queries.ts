import type { MarketPair } from '#/candles/market-pairs.ts';
import { type CandlesArguments, listCandles } from './list-candles.ts';
import { listMarkets, type MarketsArguments } from './list-markets.ts';
import type { Context } from './loaders.ts';
import { getMarket, readPair } from './market-arguments.ts';
import { marketObject } from './market-object.ts';
import type { ChainArguments } from './nodes.ts';
import { type QuoteArguments, quoteConversionOf } from './quote-conversion.ts';

type MarketArguments = ChainArguments & MarketPair;

/** Root fields of markets and their prices. */
export const marketQueries = {
  markets: (_: unknown, args: MarketsArguments, context: Context) => listMarkets(args, context),

  async market(_: unknown, args: MarketArguments, context: Context) {
    const pair = readPair(args);
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return marketObject(view, await getMarket(context, view, pair), pair);
  },

  candles: (_: unknown, args: CandlesArguments, context: Context) => listCandles(args, context),

  conversionQuote: (_: unknown, args: QuoteArguments, context: Context) => quoteConversionOf(args, context),
};
