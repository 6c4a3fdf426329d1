import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, connectionPage, listOf, objectOf } from '#/gateway/values.ts';
import { type GraphAtBlock, ROWS_MAX } from './feed.ts';
import { refusedParameter } from './refusals.ts';
import { writeSymbol } from './symbol.ts';

/** A program that reads blocks in ranges needs all events of a range. */
const EVENTS_MAX = 10_000;
const POOLS_AT_ONCE = 5;

const NAME = '{ friendlyName }';
const EVENTS = `query FeedEvents($chainId: String, $fromHeight: BigInt, $toHeight: BigInt, $limit: Int, $cursor: String) {
  conversions(chainId: $chainId, fromHeight: $fromHeight, toHeight: $toHeight, order: ASC, limit: $limit, cursor: $cursor) {
    conversions {
      basketId basket ${NAME} fromId from ${NAME} to ${NAME} amountIn amountOut importTxid address blockHeight timestamp
      trade { side price baseId quoteId }
    }
    nextCursor
  }
}`;
const STATES = `query FeedReserves(
  $chainId: String, $currencyId: String!, $fromHeight: BigInt, $toHeight: BigInt, $limit: Int, $cursor: String
) {
  currencyHistory(
    chainId: $chainId, currency: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, limit: $limit, cursor: $cursor
  ) {
    states { blockHeight supply reserves { currencyId amount } }
    nextCursor
  }
}`;

/** @throws Refusal where there are too many for an answer */
export async function readEvents(graph: GraphAtBlock, from: number, to: number): Promise<object[]> {
  const conversions = await readConversions(graph, from, to);
  const heights = Map.groupBy(conversions, ({ basketId }) => basketId);
  const wanted = new Map([...heights].map(([id, swaps]) => [id, new Set(swaps.map(({ height }) => height))] as const));
  return withReserves(conversions, await readPools(graph, wanted, from, to));
}

/** Whole blocks: too many events are refused, unless they are those of one block. */
async function readConversions(graph: GraphAtBlock, from: number, to: number): Promise<readonly Swap[]> {
  const places = new Places();
  const swaps: Swap[] = [];
  let cursor: string | null = null;
  let read = 0;
  do {
    const variables = { fromHeight: from, toHeight: to, limit: ROWS_MAX, cursor };
    const page = connectionPage(objectOf(await graph.ask(EVENTS, variables), 'conversions'), 'conversions');
    swaps.push(...page.items.flatMap((conversion) => swapOf(conversion, places) ?? []));
    read += page.items.length;
    cursor = page.nextCursor;
    if (cursor !== null && read >= EVENTS_MAX && from < to)
      throw refusedParameter(`These blocks have more than ${EVENTS_MAX} events. Please ask for fewer blocks.`);
  } while (cursor !== null);
  return swaps;
}

interface Swap {
  readonly event: object;
  readonly basketId: string;
  readonly height: number;
  readonly baseId: string;
  readonly quoteId: string;
}

/** Undefined for a conversion that paid nothing. */
function swapOf(conversion: Values, places: Places): Swap | undefined {
  const text = (name: string): string => String(cellOf(conversion, name));
  const name = (of: string): string => String(cellOf(objectOf(conversion, of), 'friendlyName'));
  const height = Number(cellOf(conversion, 'blockHeight'));
  // Left-out conversions count, so that an event has the same numbers in every range.
  const place = places.next(height, text('importTxid'));
  const trade = conversion.trade as Values | null;
  if (trade === null) return undefined;
  const [baseId, quoteId] = [String(cellOf(trade, 'baseId')), String(cellOf(trade, 'quoteId'))];
  const sides = [name('from'), name('to')];
  const [base = '', quote = ''] = text('fromId') === baseId ? sides : sides.toReversed();
  const isBuy = cellOf(trade, 'side') === 'BUY';
  const [paid, got] = [text('amountIn'), text('amountOut')];
  const event = {
    block: { blockNumber: height, blockTimestamp: Date.parse(text('timestamp')) / 1000 },
    eventType: 'swap',
    txnId: text('importTxid'),
    ...place,
    maker: text('address'),
    pairId: writeSymbol({ base, quote, basket: name('basket') }),
    ...(isBuy ? { asset1In: paid, asset0Out: got } : { asset0In: paid, asset1Out: got }),
    priceNative: cellOf(trade, 'price'),
  };
  return { event, basketId: text('basketId'), height, baseId, quoteId };
}

/** By block: coins of each reserve, and the supply for the basket itself. */
type Pool = ReadonlyMap<number, ReadonlyMap<string, string>>;

async function readPools(
  graph: GraphAtBlock,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
  from: number,
  to: number,
): Promise<ReadonlyMap<string, Pool>> {
  const pools = new Map<string, Pool>();
  const all = [...wanted];
  for (let first = 0; first < all.length; first += POOLS_AT_ONCE) {
    const some = all.slice(first, first + POOLS_AT_ONCE);
    const read = await Promise.all(
      some.map(async ([id, heights]) => [id, await readPool(graph, id, heights, from, to)] as const),
    );
    for (const [id, pool] of read) pools.set(id, pool);
  }
  return pools;
}

/** @param heights whose states are kept, since baskets change in far more blocks than those with swaps */
async function readPool(
  graph: GraphAtBlock,
  basketId: string,
  heights: ReadonlySet<number>,
  from: number,
  to: number,
): Promise<Pool> {
  const states = new Map<number, ReadonlyMap<string, string>>();
  let cursor: string | null = null;
  do {
    const variables = { currencyId: basketId, fromHeight: from, toHeight: to, limit: ROWS_MAX, cursor };
    const page = connectionPage(objectOf(await graph.ask(STATES, variables), 'currencyHistory'), 'states');
    // The last state of a block counts.
    for (const state of page.items) {
      const height = Number(cellOf(state, 'blockHeight'));
      if (heights.has(height)) states.set(height, heldIn(basketId, state));
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return states;
}

function heldIn(basketId: string, state: Values): ReadonlyMap<string, string> {
  const reserves = listOf(state, 'reserves').map(
    (reserve) => [String(cellOf(reserve, 'currencyId')), String(cellOf(reserve, 'amount'))] as const,
  );
  return new Map([[basketId, String(cellOf(state, 'supply'))], ...reserves]);
}

/** Reserves are known behind a block, so they belong to a pair's last event there. */
function withReserves(swaps: readonly Swap[], pools: ReadonlyMap<string, Pool>): object[] {
  const seen = new Set<string>();
  return swaps
    .toReversed()
    .map(({ event, basketId, height, baseId, quoteId }) => {
      const key = [height, basketId, baseId, quoteId].join(' ');
      const isLast = !seen.has(key);
      seen.add(key);
      const held = pools.get(basketId)?.get(height);
      const [asset0, asset1] = [held?.get(baseId), held?.get(quoteId)];
      return isLast && asset0 !== undefined && asset1 !== undefined
        ? { ...event, reserves: { asset0, asset1 } }
        : event;
    })
    .toReversed();
}

/** Counts from 0, in the order of the chain. */
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
