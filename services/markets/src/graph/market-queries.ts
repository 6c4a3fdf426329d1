import { type CandlesArguments, listCandles } from './list-candles.ts';
import { listMarkets, type MarketsArguments } from './list-markets.ts';
import type { Context } from './loaders.ts';
import { findPair, type PairArguments } from './market-arguments.ts';
import { marketObject } from './market-object.ts';
import type { ChainArguments } from './nodes.ts';
import { type QuoteArguments, quoteConversionOf } from './quote-conversion.ts';

type MarketArguments = ChainArguments & PairArguments;

export const marketQueries = {
  markets: (_: unknown, args: MarketsArguments, context: Context) => listMarkets(args, context),

  async market(_: unknown, args: MarketArguments, context: Context) {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    const { pair, market } = await findPair(context, view, args);
    return marketObject(view, market, pair);
  },

  candles: (_: unknown, args: CandlesArguments, context: Context) => listCandles(args, context),

  conversionQuote: (_: unknown, args: QuoteArguments, context: Context) => quoteConversionOf(args, context),
};
