import { buildSubgraphSchema } from '@apollo/subgraph';
import { coded, type FakeSubgraph, type Resolvers } from '@ledgergraph/gateway/test/fake-subgraph';
import { type GatewayStand, TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { execute, parse } from 'graphql';
import { conversionOf, PAIRS, ref, tradeOf } from './fake-rows.ts';
import {
  BASKET,
  CURRENCIES,
  type FakeTrade,
  foldTrades,
  NATIVE,
  type Named,
  RESERVE,
  rfc,
  timeOf,
} from './fake-trades.ts';

const OTHER_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

export class FakeMarkets {
  readonly #stand: GatewayStand;
  #answers: (() => void)[] | undefined;
  trades: FakeTrade[] = [];
  more = 0;
  /** Such a currency has another name relative to the chain. */
  relative: readonly string[] = [];
  supply: string | null = '1000.00000000';
  beforePage: () => void | Promise<void> = () => {};

  constructor(stand: GatewayStand) {
    this.#stand = stand;
  }

  open(): void {
    this.beforePage = () => {};
    this.more = 0;
    this.relative = [];
    this.supply = '1000.00000000';
    this.#answers ??= this.#buildAnswers();
    for (const answer of this.#answers) answer();
  }

  /** Building a schema for each of hundreds of pages would take minutes. */
  #buildAnswers(): (() => void)[] {
    const { blocks, currencies, markets } = this.#stand.subgraphs;
    const block = (_: unknown, { chainId, height }: { chainId?: string; height: number }) =>
      this.#block(chainId, height);
    const network = (_: unknown, { chainId }: { chainId: string }) =>
      this.#block(chainId === 'vrsctest' ? TEST_CHAIN : chainId, 0);
    return [
      answerBy(blocks, { Query: { block, network } }),
      answerBy(currencies, this.#currencies()),
      answerBy(markets, this.#markets()),
    ];
  }

  #block(chainId: string | undefined, height: number) {
    if (chainId !== undefined && chainId !== TEST_CHAIN) throw coded('NOT_FOUND', `unknown chain ${chainId}`);
    return {
      chainId: TEST_CHAIN,
      hash: hashOf(height),
      at: null,
      height,
      time: timeOf(height),
      timestamp: rfc(timeOf(height)),
    };
  }

  #currencies(): Resolvers {
    const object = ({ id, name }: Named) => ({
      chainId: TEST_CHAIN,
      currencyId: id,
      at: null,
      name,
      friendlyName: name,
      reserveCurrencies: [NATIVE, RESERVE].map((reserve) => ({
        currencyId: reserve.id,
        weight: id === BASKET.id ? '0.50000000' : '0.00000000',
      })),
      state: { chainId: TEST_CHAIN, currencyId: id, ordinal: 1, at: null, supply: this.supply, coinSupply: null },
    });
    return {
      Query: {
        currency: (_: unknown, { currency: asked }: { currency: string }) => {
          const found = CURRENCIES.find(({ id, name }) => [id, name].includes(asked));
          if (this.relative.includes(asked)) {
            const candidates = [`${asked}.chain (${OTHER_ID})`, `${found?.name} (${found?.id})`];
            throw coded('AMBIGUOUS_NAME', 'it has two meanings', { candidates });
          }
          if (found === undefined) throw coded('NOT_FOUND', 'no such currency');
          return object(found);
        },
        currencyHistory: (_: unknown, { fromHeight, toHeight }: { fromHeight: number; toHeight: number }) => {
          const heights = [...new Set(this.trades.map(({ height }) => height))];
          const states = heights.filter((height) => height >= fromHeight && height <= toHeight);
          return {
            states: states.map((height) => this.#state(height)),
            hasMore: false,
            nextCursor: null,
            totalCount: 0,
          };
        },
      },
      Currency: {
        __resolveReference: ({ currencyId }: { currencyId: string }) =>
          object(CURRENCIES.find(({ id }) => id === currencyId) ?? { id: currencyId, name: currencyId }),
      },
    };
  }

  #state(blockHeight: number) {
    const reserves = [NATIVE, RESERVE].map(({ id }, index) => ({
      currencyId: id,
      amount: `${blockHeight}.0000000${index}`,
    }));
    return {
      chainId: TEST_CHAIN,
      currencyId: BASKET.id,
      ordinal: 1,
      at: null,
      blockHeight,
      supply: `${blockHeight}.5`,
      reserves,
    };
  }

  #markets(): Resolvers {
    const before = async <T>(answer: () => T): Promise<T> => {
      await this.beforePage();
      return answer();
    };
    return {
      Query: {
        markets: (_: unknown, { limit, cursor }: { limit: number; cursor: string | null }) =>
          before(() => {
            const all = [...PAIRS, ...Array.from({ length: this.more }, () => PAIRS[0] as (typeof PAIRS)[number])];
            return pageOf(
              all.map((pair) => this.#market(...pair)),
              'markets',
              limit,
              cursor,
            );
          }),
        market: (_: unknown, asked: Record<string, string>) =>
          before(() => {
            const [base, quote] = [asked.base, asked.quote].map((side) => CURRENCIES.find(({ id }) => id === side));
            if (asked.basket !== BASKET.id || base === undefined || quote === undefined || base === quote)
              throw coded('NOT_FOUND', 'no such market');
            return this.#market(base, quote);
          }),
        conversions: (_: unknown, asked: ConversionsAsked) => before(() => this.#conversions(asked)),
        candles: (_: unknown, asked: CandlesAsked) =>
          before(() => {
            const { base, quote, interval, fromTime, toTime, order, limit, cursor } = asked;
            const candles = foldTrades(this.trades, base, quote, interval).filter(
              ({ start }) =>
                (fromTime === undefined || start >= Date.parse(fromTime) / 1000) &&
                (toTime === undefined || start <= Date.parse(toTime) / 1000),
            );
            if (order === 'DESC') candles.reverse();
            return pageOf(
              candles.map((candle) => ({ ...candle, start: rfc(candle.start) })),
              'candles',
              limit,
              cursor,
            );
          }),
      },
    };
  }

  #market(base: Named, quote: Named) {
    const candles = foldTrades(this.trades, base.id, quote.id, 'WEEK');
    return {
      basket: ref(BASKET),
      base: ref(base),
      quote: ref(quote),
      lastPrice: candles.at(-1)?.close ?? null,
      high24h: '2.00000000',
      low24h: null,
      change24h: '-0.01500000',
      baseVolume24h: '12.00000001',
      quoteVolume24h: '34.00000001',
      liquidity: ({ currency }: { currency: string }) => (currency === RESERVE.id ? '77.00000000' : null),
      trades: (asked: TradesAsked) => this.#trades(base, quote, asked),
    };
  }

  #trades(base: Named, quote: Named, { side, fromTime, toTime, limit, cursor }: TradesAsked) {
    const found = this.trades
      .map((trade, index) => ({ trade, index }))
      .filter(({ trade: { from, to, time } }) => {
        const isBuy = from === quote && to === base;
        if (!isBuy && !(from === base && to === quote)) return false;
        if (side != null && (side === 'BUY') !== isBuy) return false;
        if (fromTime != null && time < Date.parse(fromTime) / 1000) return false;
        return toTime == null || time <= Date.parse(toTime) / 1000;
      })
      .map(({ trade, index }) => tradeOf(trade, index, base.id, quote.id))
      .reverse();
    // The cursor has the number of rows at the block at which the list began.
    const [place = '0', count = String(found.length)] = cursor?.split('/') ?? [];
    const begun = found.slice(found.length - Number(count));
    const page = pageOf(begun, 'trades', limit, place);
    return { ...page, nextCursor: page.nextCursor && `${page.nextCursor}/${count}` };
  }

  #conversions({ fromHeight, toHeight, order, limit, cursor }: ConversionsAsked) {
    const found = this.trades
      .map((trade, index) => ({ trade, index }))
      .filter(({ trade: { height } }) => height >= fromHeight && height <= toHeight);
    if (order !== 'ASC') found.reverse();
    const page = pageOf(found, 'conversions', limit, cursor);
    const from = Number(cursor ?? 0);
    return { ...page, conversions: found.slice(from, from + limit).map(conversionOf) };
  }
}

interface Page {
  limit: number;
  cursor?: string | null;
}

interface ConversionsAsked extends Page {
  fromHeight: number;
  toHeight: number;
  order: string;
}

interface TradesAsked extends Page {
  side?: string | null;
  fromTime?: string | null;
  toTime?: string | null;
}

interface CandlesAsked extends Page {
  base: string;
  quote: string;
  interval: string;
  fromTime?: string;
  toTime?: string;
  order: string;
}

function pageOf(all: readonly object[], name: string, limit: number, cursor: string | null | undefined) {
  const from = Number(cursor ?? 0);
  const end = from + limit;
  const hasMore = end < all.length;
  return { [name]: all.slice(from, end), hasMore, nextCursor: hasMore ? String(end) : null };
}

function answerBy(subgraph: FakeSubgraph, resolvers: Resolvers): () => void {
  const schema = buildSubgraphSchema([{ typeDefs: parseSubgraphSchema(subgraph.typeDefs), resolvers }]);
  return () => {
    subgraph.intercept = ({ query, variables }, response) => {
      void Promise.resolve(execute({ schema, document: parse(query), variableValues: variables })).then((result) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(result));
      });
      return true;
    };
  };
}
