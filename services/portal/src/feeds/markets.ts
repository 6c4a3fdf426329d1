import { foldName } from '@ledgergraph/verus-protocol/name';
import type { Values } from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { cellOf, connectionPage, listOf, objectOf } from '#/gateway/values.ts';
import type { Refusal } from '#/http/refusal.ts';
import { type GraphAtBlock, ROWS_MAX } from './feed.ts';
import { notFound } from './refusals.ts';
import { readSymbol, writeSymbol } from './symbol.ts';

export interface NamedCurrency {
  readonly id: string;
  readonly name: string;
}

export interface MarketIds {
  readonly basketId: string;
  readonly baseId: string;
  readonly quoteId: string;
}

/** Prices count quote for one unit of base; amounts are decimal texts. */
export interface FeedMarket {
  readonly symbol: string;
  readonly basket: NamedCurrency;
  readonly base: NamedCurrency;
  readonly quote: NamedCurrency;
  readonly lastPrice: string | null;
  /** Null without a trade in 24 hours. */
  readonly high24h: string | null;
  readonly low24h: string | null;
  readonly change24h: string | null;
  readonly baseVolume24h: string;
  readonly quoteVolume24h: string;
  /** In the dollar currency; null without one, or if it was not asked for. */
  readonly liquidity: string | null;
}

const NAMED = 'currencyId friendlyName';
const MARKET = `basket { ${NAMED} } base { ${NAMED} } quote { ${NAMED} }
  lastPrice high24h low24h change24h baseVolume24h quoteVolume24h`;

const marketsQuery = (parameter: string, fields: string): string =>
  `query FeedMarkets($chainId: String, $basketId: String, $currencyId: String, $limit: Int, $cursor: String${parameter}) {
  markets(chainId: $chainId, basket: $basketId, currency: $currencyId, limit: $limit, cursor: $cursor) {
    markets { ${fields} }
    nextCursor
  }
}`;
const MARKETS = marketsQuery('', MARKET);
const MARKETS_IN_DOLLARS = marketsQuery(', $dollarId: String!', `${MARKET} liquidity(currency: $dollarId)`);

const NAMES = `query FeedNames($chainId: String, $base: String!, $quote: String!, $basket: String!) {
  base: currency(chainId: $chainId, currency: $base) { currencyId reserveCurrencies { currencyId weight } }
  quote: currency(chainId: $chainId, currency: $quote) { currencyId }
  basket: currency(chainId: $chainId, currency: $basket) { currencyId }
}`;

const ONE = `query FeedMarket($chainId: String, $basketId: String!, $baseId: String!, $quoteId: String!) {
  market(chainId: $chainId, basket: $basketId, base: $baseId, quote: $quoteId) { ${MARKET} }
}`;

export interface MarketsAsked {
  readonly basketId?: string | undefined;
  readonly currencyId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly isInDollars?: boolean;
}

export async function readMarkets(
  graph: GraphAtBlock,
  { basketId, currencyId, cursor, isInDollars = false }: MarketsAsked = {},
): Promise<{ markets: FeedMarket[]; nextCursor: string | null }> {
  const { dollarId } = graph;
  const asked = { basketId: basketId ?? null, currencyId: currencyId ?? null, limit: ROWS_MAX, cursor: cursor ?? null };
  const data =
    isInDollars && dollarId !== undefined
      ? await graph.ask(MARKETS_IN_DOLLARS, { ...asked, dollarId })
      : await graph.ask(MARKETS, asked);
  const { items, nextCursor } = connectionPage(objectOf(data, 'markets'), 'markets');
  return { markets: items.map(marketOf), nextCursor };
}

/** Sides are in the order of the symbol. @throws Refusal NOT_FOUND */
export async function findMarket(graph: GraphAtBlock, symbol: string): Promise<FeedMarket> {
  return marketOf(objectOf(await graph.ask(ONE, { ...(await findIds(graph, symbol)) }), 'market'));
}

/** The market need not exist. @throws Refusal NOT_FOUND */
export async function findIds(graph: GraphAtBlock, symbol: string): Promise<MarketIds> {
  const read = readSymbol(symbol);
  if (read === undefined) throw noMarket(symbol);
  const { base, quote, basket } = read;
  const data = await readNames(graph, { base, quote, basket: basket ?? base });
  const [baseId, quoteId] = [idOf(objectOf(data, 'base')), idOf(objectOf(data, 'quote'))];
  if (basket === null) {
    const isBaseBasket = listOf(objectOf(data, 'base'), 'reserveCurrencies').some(
      (reserve) => cellOf(reserve, 'currencyId') === quoteId && Number(cellOf(reserve, 'weight')) > 0,
    );
    return { basketId: isBaseBasket ? baseId : quoteId, baseId, quoteId };
  }
  const basketId = idOf(objectOf(data, 'basket'));
  // Other letters or an i-address are fine, but an additional basket is not: a market has one symbol.
  if (basketId === baseId || basketId === quoteId) throw noMarket(symbol);
  return { basketId, baseId, quoteId };
}

/** Feeds write labels of all parents, but such a name may also be read relative to the chain. */
async function readNames(graph: GraphAtBlock, names: Readonly<Record<string, string>>): Promise<Values> {
  let asked = names;
  for (;;) {
    try {
      return await graph.ask(NAMES, asked);
    } catch (error) {
      const whole = error instanceof ReadFault ? withWholeName(asked, error.candidates) : undefined;
      if (whole === undefined) throw error;
      asked = whole;
    }
  }
}

const CANDIDATE = /^(.+) \((i[1-9A-HJ-NP-Za-km-z]{33})\)$/s;

function withWholeName(
  names: Readonly<Record<string, string>>,
  candidates: readonly string[],
): Readonly<Record<string, string>> | undefined {
  for (const candidate of candidates) {
    const [, name, id] = CANDIDATE.exec(candidate) ?? [];
    if (name === undefined || id === undefined) continue;
    const parts = Object.entries(names).filter(([, asked]) => foldName(asked) === foldName(name));
    if (parts.length > 0) return { ...names, ...Object.fromEntries(parts.map(([part]) => [part, id])) };
  }
  return undefined;
}

function noMarket(symbol: string): Refusal {
  return notFound(`There is no market ${JSON.stringify(symbol)}.`);
}

function marketOf(values: Values): FeedMarket {
  const [basket, base, quote] = ['basket', 'base', 'quote'].map((side) => namedOf(objectOf(values, side))) as [
    NamedCurrency,
    NamedCurrency,
    NamedCurrency,
  ];
  const text = (name: string): string | null => {
    const cell = cellOf(values, name);
    return cell === null ? null : String(cell);
  };
  return {
    basket,
    base,
    quote,
    symbol: writeSymbol({ base: base.name, quote: quote.name, basket: basket.name }),
    lastPrice: text('lastPrice'),
    high24h: text('high24h'),
    low24h: text('low24h'),
    change24h: text('change24h'),
    baseVolume24h: text('baseVolume24h') ?? '',
    quoteVolume24h: text('quoteVolume24h') ?? '',
    liquidity: text('liquidity'),
  };
}

function namedOf(currency: Values): NamedCurrency {
  return { id: idOf(currency), name: String(cellOf(currency, 'friendlyName')) };
}

function idOf(currency: Values): string {
  return String(cellOf(currency, 'currencyId'));
}
