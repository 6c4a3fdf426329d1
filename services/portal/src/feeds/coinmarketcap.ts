import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Feed } from './feed.ts';
import { marketsEndpoint, tradesEndpoint } from './market-endpoints.ts';
import { writeName } from './symbol.ts';

/** A basket has no orders, so there is no lowest ask and no highest bid. */
const summary = marketsEndpoint((markets) =>
  markets.map((market) => ({
    trading_pairs: market.symbol,
    base_currency: writeName(market.base.name),
    quote_currency: writeName(market.quote.name),
    last_price: market.lastPrice,
    lowest_ask: null,
    highest_bid: null,
    base_volume: market.baseVolume24h,
    quote_volume: market.quoteVolume24h,
    price_change_percent_24h: market.change24h && percentOf(market.change24h),
    highest_price_24h: market.high24h,
    lowest_price_24h: market.low24h,
  })),
);

function percentOf(fraction: string): string {
  return decimalText(100n * satoshisFromDecimalText(fraction));
}

/** The page of a currency stands in no block, so `contractAddressUrl` is absent. */
const assets = marketsEndpoint((markets) => {
  const currencies = markets.flatMap(({ base, quote }) => [base, quote]);
  return Object.fromEntries(
    currencies.map(({ id, name }) => [writeName(name), { name: writeName(name), contractAddress: id }]),
  );
});

const ticker = marketsEndpoint((markets) =>
  Object.fromEntries(
    markets.map((market) => [
      market.symbol,
      {
        base_id: market.base.id,
        base_name: writeName(market.base.name),
        base_symbol: writeName(market.base.name),
        quote_id: market.quote.id,
        quote_name: writeName(market.quote.name),
        quote_symbol: writeName(market.quote.name),
        last_price: market.lastPrice,
        base_volume: market.baseVolume24h,
        quote_volume: market.quoteVolume24h,
        isFrozen: '0',
      },
    ]),
  ),
);

/** The form wants at least the last 24 hours, and the market as a parameter or at the end of the path. */
const trades = tradesEndpoint({
  symbol: 'market_pair',
  isInPath: true,
  isLastDay: true,
  bodyOf: (found) =>
    found.map((trade) => ({
      trade_id: trade.id,
      price: trade.price,
      base_volume: trade.baseAmount,
      quote_volume: trade.quoteAmount,
      timestamp: trade.time,
      type: trade.side,
    })),
});

/** Names are ASCII, since it takes no emojis. */
export const coinmarketcap: Feed = { endpoints: { summary, assets, ticker, trades } };
