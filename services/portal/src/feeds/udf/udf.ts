import { type Feed, type FeedEndpoint, FORMS, jsonAnswer } from '#/feeds/feed.ts';
import { type FeedMarket, findMarket, readMarkets } from '#/feeds/markets.ts';
import { EXCHANGE, withoutExchange } from './exchange.ts';
import { history } from './history.ts';

const RESOLUTIONS = ['1', '5', '15', '60', '240', '1D', '1W'];
const TYPE = 'crypto';
const FOUND_DEFAULT = 30;

const config: FeedEndpoint = {
  needs: [],
  takes: {},
  answer: async () =>
    jsonAnswer({
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
      exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: 'Baskets of the Verus protocol' }],
      symbols_types: [{ name: TYPE, value: TYPE }],
      supported_resolutions: RESOLUTIONS,
    }),
};

const time: FeedEndpoint = {
  isOfClock: true,
  needs: [],
  takes: {},
  answer: async () => ({ body: String(Math.floor(Date.now() / 1000)), contentType: 'text/plain; charset=utf-8' }),
};

const symbols: FeedEndpoint = {
  needs: ['symbol'],
  takes: { symbol: FORMS.symbol },
  async answer(graph, parameters) {
    const market = await findMarket(graph, withoutExchange(parameters.get('symbol') ?? ''));
    return jsonAnswer({
      name: market.symbol,
      ticker: market.symbol,
      description: describe(market),
      type: TYPE,
      session: '24x7',
      timezone: 'Etc/UTC',
      exchange: EXCHANGE,
      listed_exchange: EXCHANGE,
      currency_code: market.quote.name,
      format: 'price',
      minmov: 1,
      pricescale: 100_000_000,
      volume_precision: 8,
      has_intraday: true,
      has_daily: true,
      has_weekly_and_monthly: true,
      intraday_multipliers: ['1', '5', '15', '60', '240'],
      weekly_multipliers: ['1'],
      supported_resolutions: RESOLUTIONS,
      data_status: 'streaming',
    });
  },
};

const search: FeedEndpoint = {
  needs: [],
  takes: {
    query: { pattern: /^[^\0]{0,200}$/su, words: 'a part of a name' },
    type: { pattern: /^[^\0]{0,200}$/su, words: 'a type' },
    exchange: { pattern: /^[^\0]{0,200}$/su, words: 'an exchange' },
    limit: FORMS.limit,
  },
  async answer(graph, parameters) {
    const isOurs =
      ['', TYPE].includes(parameters.get('type') ?? '') && ['', EXCHANGE].includes(parameters.get('exchange') ?? '');
    if (!isOurs) return jsonAnswer([]);
    const wanted = withoutExchange(parameters.get('query') ?? '').toLowerCase();
    const { markets } = await readMarkets(graph);
    const found = markets.filter((market) =>
      [market.symbol, describe(market)].some((text) => text.toLowerCase().includes(wanted)),
    );
    return jsonAnswer(
      found.slice(0, Number(parameters.get('limit') ?? FOUND_DEFAULT)).map((market) => ({
        symbol: market.symbol,
        full_name: market.symbol,
        ticker: market.symbol,
        description: describe(market),
        exchange: EXCHANGE,
        type: TYPE,
      })),
    );
  },
};

/** Charts only show this name, so it keeps its emojis. */
function describe({ base, quote, basket }: FeedMarket): string {
  const isSide = basket.id === base.id || basket.id === quote.id;
  return isSide ? `${base.name} / ${quote.name}` : `${base.name} / ${quote.name} in ${basket.name}`;
}

/** TradingView's adapter knows an error by `s`, and looks at no HTTP status. */
export const udf: Feed = {
  endpoints: { config, time, symbols, search, history },
  errorMembers: (message) => ({ s: 'error', errmsg: message }),
};
