import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { Refused } from '#/admission/refused.ts';
import { cellOf, connectionPage, listOf, objectOf, type Values } from '#/export/export-list.ts';
import { ReadFault } from '#/export/export-reader.ts';
import { refusedParameter } from '#/export/read-parameters.ts';
import { type Feed, type FeedView, FORMS, jsonAnswer, type Question, ROWS_MAX } from './feed.ts';
import { type FeedMarket, findMarket, readMarkets } from './markets.ts';
import { writeName } from './symbol.ts';
import { tradeOf } from './trades.ts';

/** Most blocks of one question for events. */
export const BLOCKS_MAX = 1_000;
/** Baskets that are read at once: two reads each. */
const POOLS_AT_ONCE = 5;
const DEX_KEY = 'verus';
/** Conversion fee in hundredths of a per cent: 0.025 per cent, and twice that from reserve to reserve. */
const FEE_BPS = { direct: 2.5, via: 5 };

const BLOCK = `query FeedBlock($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { height time }
}`;
const ASSET = `query FeedAsset($chainId: String, $currencyId: String, $height: BigInt) {
  currency(chainId: $chainId, currencyId: $currencyId, asOf: { height: $height }) {
    currencyId fullyQualifiedName state { supply coinSupply }
  }
}`;
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
    states { blockHeight supply reserves { currencyId amount } }
    nextCursor
  }
}`;

const latestBlock: Question = {
  needs: [],
  takes: {},
  async answer(view) {
    const block = objectOf(await view.ask(BLOCK, { height: finalHeightOf(view) }), 'block');
    return jsonAnswer({ block: { blockNumber: cellOf(block, 'height'), blockTimestamp: cellOf(block, 'time') } });
  },
};

const asset: Question = {
  needs: ['id'],
  takes: { id: FORMS.id },
  async answer(view, parameters) {
    const variables = { currencyId: parameters.get('id'), height: finalHeightOf(view) };
    const currency = objectOf(await view.ask(ASSET, variables), 'currency');
    const name = String(cellOf(currency, 'fullyQualifiedName'));
    const state = currency.state as Values | null;
    const totalSupply = state === null ? null : (cellOf(state, 'coinSupply') ?? cellOf(state, 'supply'));
    const supply = totalSupply === null ? {} : { totalSupply };
    return jsonAnswer({ asset: { id: cellOf(currency, 'currencyId'), name, symbol: writeName(name), ...supply } });
  },
};

const pair: Question = {
  needs: ['id'],
  takes: { id: FORMS.symbol },
  async answer(view, parameters) {
    const { symbol, basket, base, quote } = await findMarket(view, parameters.get('id') ?? '');
    const isVia = basket.id !== base.id && basket.id !== quote.id;
    const feeBps = isVia ? FEE_BPS.via : FEE_BPS.direct;
    return jsonAnswer({ pair: { id: symbol, dexKey: DEX_KEY, asset0Id: base.id, asset1Id: quote.id, feeBps } });
  },
};

const events: Question = {
  needs: ['fromBlock', 'toBlock'],
  takes: { fromBlock: FORMS.height, toBlock: FORMS.height },
  async answer(view, parameters) {
    const [from, to] = [Number(parameters.get('fromBlock')), Number(parameters.get('toBlock'))];
    const final = finalHeightOf(view);
    if (from > to) throw new ReadFault(refusedParameter('fromBlock must not be above toBlock.'));
    if (to > final) throw new ReadFault(refusedParameter(`toBlock must not be above the last final block, ${final}.`));
    if (to - from >= BLOCKS_MAX) {
      throw new ReadFault(refusedParameter(`A range has at most ${BLOCKS_MAX} blocks. Please ask in parts.`));
    }
    const conversions = await readConversions(view, from, to);
    const basketIds = new Set(conversions.map((conversion) => String(cellOf(conversion, 'basketId'))));
    return jsonAnswer({ events: eventsOf(conversions, await readPools(view, [...basketIds], from, to)) });
  },
};

/** DEX Screener's adapter, version 1.1: only blocks that are final. */
export const dexScreener: Feed = { questions: { 'latest-block': latestBlock, asset, pair, events } };

/** @throws ReadFault while no block of the chain is final */
function finalHeightOf({ finalHeight }: FeedView): number {
  if (finalHeight !== null) return finalHeight;
  throw new ReadFault(new Refused(404, 'NOT_FOUND', 'No block of this chain is final yet.'));
}

/** Whole blocks, so that nothing is missing: too many events are refused, but for those of one block. */
async function readConversions(view: FeedView, from: number, to: number): Promise<readonly Values[]> {
  const conversions: Values[] = [];
  let cursor: string | null = null;
  do {
    const variables = { fromHeight: from, toHeight: to, limit: PAGE_MAX, cursor };
    const page = connectionPage(objectOf(await view.ask(EVENTS, variables), 'conversions'), 'conversions');
    conversions.push(...page.items);
    cursor = page.nextCursor;
    if (cursor !== null && conversions.length >= ROWS_MAX && from < to) {
      throw new ReadFault(
        refusedParameter(`These blocks have more than ${ROWS_MAX} events. Please ask for fewer blocks.`),
      );
    }
  } while (cursor !== null);
  return conversions;
}

/** A basket: its markets by their two currencies, and what it held after each block. */
interface Pool {
  readonly markets: ReadonlyMap<string, FeedMarket>;
  readonly held: ReadonlyMap<number, ReadonlyMap<string, string>>;
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
  const [{ markets }, held] = await Promise.all([readMarkets(view, { basketId }), readHeld(view, basketId, from, to)]);
  return { markets: new Map(markets.map((market) => [pairKey(market.base.id, market.quote.id), market])), held };
}

async function readHeld(view: FeedView, basketId: string, from: number, to: number): Promise<Pool['held']> {
  const held = new Map<number, ReadonlyMap<string, string>>();
  let cursor: string | null = null;
  do {
    const variables = { currencyId: basketId, fromHeight: from, toHeight: to, limit: PAGE_MAX, cursor };
    const page = connectionPage(objectOf(await view.ask(STATES, variables), 'currencyHistory'), 'states');
    // The last state of a block counts.
    for (const state of page.items) held.set(Number(cellOf(state, 'blockHeight')), heldBy(basketId, state));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return held;
}

/** Coins of each reserve, and of the basket itself its supply. */
function heldBy(basketId: string, state: Values): ReadonlyMap<string, string> {
  const reserves = listOf(state, 'reserves').map(
    (reserve) => [String(cellOf(reserve, 'currencyId')), String(cellOf(reserve, 'amount'))] as const,
  );
  return new Map([[basketId, String(cellOf(state, 'supply'))], ...reserves]);
}

function eventsOf(conversions: readonly Values[], pools: ReadonlyMap<string, Pool>): object[] {
  const places = new Places();
  return conversions.flatMap((conversion) => {
    const height = Number(cellOf(conversion, 'blockHeight'));
    // Also of those that are left out, so that an event has the same numbers in every range.
    const place = places.next(height, String(cellOf(conversion, 'importTxid')));
    const pool = pools.get(String(cellOf(conversion, 'basketId')));
    const market = pool?.markets.get(pairKey(cellOf(conversion, 'fromId'), cellOf(conversion, 'toId')));
    const trade = market && tradeOf(conversion, { baseId: market.base.id, quoteId: market.quote.id });
    if (market === undefined || trade === undefined) return [];
    const held = pool?.held.get(height);
    const [asset0, asset1] = [held?.get(market.base.id), held?.get(market.quote.id)];
    const [paid, got] = [cellOf(conversion, 'amountIn'), cellOf(conversion, 'amountOut')];
    return {
      block: { blockNumber: height, blockTimestamp: trade.time / 1000 },
      eventType: 'swap',
      txnId: cellOf(conversion, 'importTxid'),
      ...place,
      maker: cellOf(conversion, 'address'),
      pairId: market.symbol,
      ...(trade.side === 'buy' ? { asset1In: paid, asset0Out: got } : { asset0In: paid, asset1Out: got }),
      priceNative: trade.price,
      ...(asset0 !== undefined && asset1 !== undefined && { reserves: { asset0, asset1 } }),
    };
  });
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
