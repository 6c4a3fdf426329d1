import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { cellOf, connectionPage, listOf, objectOf, type Values } from '#/export/export-list.ts';
import { PAGE_ITEMS, ReadFault } from '#/export/export-reader.ts';
import { refusedParameter } from '#/export/read-parameters.ts';
import type { FeedView } from './feed.ts';
import { type FeedMarket, readMarkets } from './markets.ts';
import { ratioText } from './ratio-text.ts';
import { type Trade, tradeOf } from './trades.ts';

/** Most events of an answer. A program that reads blocks in ranges of its own goes on only if it gets all of them. */
const EVENTS_MAX = 10_000;
/** Baskets that are read at once: two reads each. */
const POOLS_AT_ONCE = 5;
const COIN = 100_000_000n;

const EVENTS = `query FeedEvents($chainId: String, $fromHeight: BigInt, $toHeight: BigInt, $limit: Int, $cursor: String) {
  conversions(chainId: $chainId, fromHeight: $fromHeight, toHeight: $toHeight, order: ASC, limit: $limit, cursor: $cursor) {
    conversions {
      txid index importTxid basketId direction fromId toId amountIn amountInNet amountOut price inversePrice address blockHeight timestamp
    }
    nextCursor
  }
}`;
const STATES = `query FeedReserves(
  $chainId: String, $currencyId: String, $fromHeight: BigInt, $toHeight: BigInt, $limit: Int, $cursor: String
) {
  currencyHistory(
    chainId: $chainId, currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, limit: $limit, cursor: $cursor
  ) {
    states { blockHeight supply reserves { currencyId amount lastConversionPrice viaConversionPrice } }
    nextCursor
  }
}`;

/** Conversions of whole blocks, as DEX Screener's events. @throws ReadFault where there are too many for an answer */
export async function readEvents(view: FeedView, from: number, to: number): Promise<object[]> {
  const conversions = await readConversions(view, from, to);
  const basketIds = new Set(conversions.map((conversion) => String(cellOf(conversion, 'basketId'))));
  return eventsOf(conversions, await readPools(view, [...basketIds], from, to));
}

/** Whole blocks, so that nothing is missing: too many events are refused, but for those of one block. */
async function readConversions(view: FeedView, from: number, to: number): Promise<readonly Values[]> {
  const conversions: Values[] = [];
  let cursor: string | null = null;
  do {
    const variables = { fromHeight: from, toHeight: to, limit: PAGE_ITEMS, cursor };
    const page = connectionPage(objectOf(await view.ask(EVENTS, variables), 'conversions'), 'conversions');
    conversions.push(...page.items);
    cursor = page.nextCursor;
    if (cursor !== null && conversions.length >= EVENTS_MAX && from < to) {
      throw new ReadFault(
        refusedParameter(`These blocks have more than ${EVENTS_MAX} events. Please ask for fewer blocks.`),
      );
    }
  } while (cursor !== null);
  return conversions;
}

/** A basket: its markets by their two currencies, and its state behind each block. */
interface Pool {
  readonly markets: ReadonlyMap<string, FeedMarket>;
  readonly states: ReadonlyMap<number, PoolState>;
}

interface PoolState {
  /** Coins of each reserve, and of the basket itself its supply. */
  readonly held: ReadonlyMap<string, string>;
  /** Prices that the last conversions had into the basket or out of it, and those behind it; in satoshis of the reserve for one unit. */
  readonly prices: ReadonlyMap<string, { readonly last: bigint; readonly via: bigint }>;
}

const pairKey = (one: unknown, other: unknown): string => [String(one), String(other)].sort().join(' ');

async function readPools(
  view: FeedView,
  basketIds: readonly string[],
  from: number,
  to: number,
): Promise<ReadonlyMap<string, Pool>> {
  const pools = new Map<string, Pool>();
  for (let first = 0; first < basketIds.length; first += POOLS_AT_ONCE) {
    const some = basketIds.slice(first, first + POOLS_AT_ONCE);
    const read = await Promise.all(some.map(async (id) => [id, await readPool(view, id, from, to)] as const));
    for (const [id, pool] of read) pools.set(id, pool);
  }
  return pools;
}

async function readPool(view: FeedView, basketId: string, from: number, to: number): Promise<Pool> {
  const [{ markets }, states] = await Promise.all([
    readMarkets(view, { basketId }),
    readStates(view, basketId, from, to),
  ]);
  return { markets: new Map(markets.map((market) => [pairKey(market.base.id, market.quote.id), market])), states };
}

async function readStates(view: FeedView, basketId: string, from: number, to: number): Promise<Pool['states']> {
  const states = new Map<number, PoolState>();
  let cursor: string | null = null;
  do {
    const variables = { currencyId: basketId, fromHeight: from, toHeight: to, limit: PAGE_MAX, cursor };
    const page = connectionPage(objectOf(await view.ask(STATES, variables), 'currencyHistory'), 'states');
    // The last state of a block counts.
    for (const state of page.items) states.set(Number(cellOf(state, 'blockHeight')), stateOf(basketId, state));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return states;
}

function stateOf(basketId: string, state: Values): PoolState {
  const reserves = listOf(state, 'reserves').map((reserve) => ({
    ...{ id: String(cellOf(reserve, 'currencyId')), amount: String(cellOf(reserve, 'amount')) },
    ...{ last: priceIn(reserve, 'lastConversionPrice'), via: priceIn(reserve, 'viaConversionPrice') },
  }));
  return {
    held: new Map([
      [basketId, String(cellOf(state, 'supply'))],
      ...reserves.map(({ id, amount }) => [id, amount] as const),
    ]),
    prices: new Map(reserves.map(({ id, last, via }) => [id, { last, via }])),
  };
}

/** @returns 0 where the state has none */
function priceIn(reserve: Values, name: string): bigint {
  const price = cellOf(reserve, name);
  return price === null ? 0n : satoshisFromDecimalText(String(price));
}

function eventsOf(conversions: readonly Values[], pools: ReadonlyMap<string, Pool>): object[] {
  const places = new Places();
  const events = conversions.flatMap((conversion) => {
    const height = Number(cellOf(conversion, 'blockHeight'));
    // Also of those that are left out, so that an event has the same numbers in every range.
    const place = places.next(height, String(cellOf(conversion, 'importTxid')));
    const pool = pools.get(String(cellOf(conversion, 'basketId')));
    const market = pool?.markets.get(pairKey(cellOf(conversion, 'fromId'), cellOf(conversion, 'toId')));
    const trade = market && tradeOf(conversion, { baseId: market.base.id, quoteId: market.quote.id });
    if (market === undefined || trade === undefined) return [];
    const state = pool?.states.get(height);
    const [paid, got] = [cellOf(conversion, 'amountIn'), cellOf(conversion, 'amountOut')];
    const event = {
      block: { blockNumber: height, blockTimestamp: trade.time / 1000 },
      eventType: 'swap',
      txnId: cellOf(conversion, 'importTxid'),
      ...place,
      maker: cellOf(conversion, 'address'),
      pairId: market.symbol,
      ...(trade.side === 'buy' ? { asset1In: paid, asset0Out: got } : { asset0In: paid, asset1Out: got }),
      priceNative: exactPrice(conversion, trade, state) ?? trade.price,
    };
    return { event, reserves: reservesOf(market, state) };
  });
  return withLastReserves(events);
}

/**
 * Price of a conversion from reserve to reserve with the digits that the two prices of its import give: the graph has it rounded twice, and
 * what is left can be a single digit. Undefined for the others, whose price the chain states.
 */
function exactPrice(conversion: Values, { side }: Trade, state: PoolState | undefined): string | undefined {
  if (cellOf(conversion, 'direction') !== 'VIA') return undefined;
  const from = state?.prices.get(String(cellOf(conversion, 'fromId')))?.last ?? 0n;
  const to = state?.prices.get(String(cellOf(conversion, 'toId')))?.via ?? 0n;
  if (from === 0n || to === 0n) return undefined;
  // The state behind a block is that of its last import; only if both agree are these the prices of this one.
  const rounded = (((COIN * COIN) / to) * from) / COIN;
  if (rounded !== satoshisFromDecimalText(String(cellOf(conversion, 'price')))) return undefined;
  return side === 'buy' ? ratioText(from, to) : ratioText(to, from);
}

function reservesOf({ base, quote }: FeedMarket, state: PoolState | undefined): object {
  const [asset0, asset1] = [state?.held.get(base.id), state?.held.get(quote.id)];
  return asset0 === undefined || asset1 === undefined ? {} : { reserves: { asset0, asset1 } };
}

interface Event {
  readonly event: { readonly block: { readonly blockNumber: number }; readonly pairId: string };
  /** Those behind its block; empty where they are not known. */
  readonly reserves: object;
}

/** Reserves are known behind a block alone, so they belong to the last event that a pair has there. */
function withLastReserves(events: readonly Event[]): object[] {
  const seen = new Set<string>();
  return events
    .toReversed()
    .map(({ event, reserves }) => {
      const key = `${event.block.blockNumber} ${event.pairId}`;
      const isLast = !seen.has(key);
      seen.add(key);
      return isLast ? { ...event, ...reserves } : event;
    })
    .toReversed();
}

/** Counts the imports with conversions of a block, and the conversions of an import, from 0, in the order of the chain. */
class Places {
  #height = -1;
  #txid = '';
  #txnIndex = 0;
  #eventIndex = 0;

  next(height: number, txid: string): { txnIndex: number; eventIndex: number } {
    const isSameBlock = height === this.#height;
    const isSame = isSameBlock && txid === this.#txid;
    this.#eventIndex = isSame ? this.#eventIndex + 1 : 0;
    if (!isSame) this.#txnIndex = isSameBlock ? this.#txnIndex + 1 : 0;
    this.#height = height;
    this.#txid = txid;
    return { txnIndex: this.#txnIndex, eventIndex: this.#eventIndex };
  }
}
