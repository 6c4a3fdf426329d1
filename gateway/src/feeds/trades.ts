import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { Refused } from '#/admission/refused.ts';
import { cellOf, connectionPage, objectOf, type Values } from '#/export/export-list.ts';
import { ReadFault } from '#/export/export-reader.ts';
import { refusedParameter } from '#/export/read-parameters.ts';
import { type FeedView, ROWS_MAX } from './feed.ts';
import type { MarketIds } from './markets.ts';
import { ratioText } from './ratio-text.ts';

/** A conversion between the two currencies of a market, seen from its base. */
export interface Trade {
  /** The output of its transfer: `<txid>:<index>`. */
  readonly id: string;
  /** `buy`: base was bought for quote. */
  readonly side: 'buy' | 'sell';
  /** Units of quote for one unit of base, before fees. */
  readonly price: string;
  /** Coins of base, after the conversion fee. */
  readonly baseAmount: string;
  readonly quoteAmount: string;
  /** Unix milliseconds. */
  readonly time: number;
}

const TAKES =
  '$chainId: String, $basketId: String, $currencyId: String, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $limit: Int, $cursor: String';
const GIVES =
  'chainId: $chainId, basketId: $basketId, currencyId: $currencyId, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime, order: DESC';
const TRADES = `query FeedTrades(${TAKES}) {
  conversions(${GIVES}, limit: $limit, cursor: $cursor) {
    conversions { txid index fromId toId amountInNet amountOut price inversePrice timestamp }
    nextCursor
  }
}`;

const END = `query FeedEnd($chainId: String, $height: BigInt) { block(chainId: $chainId, height: $height) { hash time } }`;
const GONE = new Refused(
  409,
  'CHAIN_REORGANIZED',
  'The block that this list was begun at is not on the main chain. Please start it again.',
);
const DAY_S = 86_400;

/** Pages of conversions that are looked through for one answer. */
const PAGES_MAX = ROWS_MAX / PAGE_MAX;

export interface TradesAsked {
  readonly side: 'buy' | 'sell' | undefined;
  readonly limit: number;
  /** True: only those of the 24 hours before the block that the list begins at. */
  readonly isLastDay: boolean;
  /** RFC 3339; null: unbounded. */
  readonly fromTime: string | null;
  readonly toTime: string | null;
  readonly cursor: string | null;
}

/**
 * Trades of a market, newest first. Conversions of other pairs of the basket stand between them in the list of the graph: after a bounded
 * number the answer ends, and its cursor goes on.
 */
export async function readTrades(
  view: FeedView,
  market: MarketIds,
  { side, limit, isLastDay, fromTime: earliest, toTime, cursor: asked }: TradesAsked,
): Promise<{ trades: Trade[]; nextCursor: string | null }> {
  const { basketId, baseId, quoteId } = market;
  // One of the two may be the basket, which all of its conversions have; the other one narrows the list.
  const currencyId = baseId === basketId ? quoteId : baseId;
  const begin = { toHeight: view.height, hash: view.hash, skipped: 0, cursor: null };
  const place = asked === null ? begin : readPlace(asked);
  const { toHeight, hash } = place;
  const second = asked === null && !isLastDay ? 0 : await findTime(view, toHeight, hash);
  const fromTime = isLastDay ? new Date((second - DAY_S) * 1000).toISOString() : earliest;
  let { skipped, cursor } = place;
  const trades: Trade[] = [];
  for (let pages = 0; pages < PAGES_MAX && trades.length < limit; pages += 1) {
    const data = await view.ask(TRADES, { basketId, currencyId, toHeight, fromTime, toTime, limit: PAGE_MAX, cursor });
    const page = connectionPage(objectOf(data, 'conversions'), 'conversions');
    const found = page.items
      .flatMap((item) => tradeOf(item, market) ?? [])
      .filter((one) => (side ?? one.side) === one.side);
    const room = limit - trades.length;
    trades.push(...found.slice(skipped, skipped + room));
    if (found.length > skipped + room) {
      return { trades, nextCursor: writePlace({ ...place, skipped: skipped + room, cursor }) };
    }
    skipped = 0;
    cursor = page.nextCursor;
    if (cursor === null) return { trades, nextCursor: null };
  }
  return { trades, nextCursor: writePlace({ ...place, skipped, cursor }) };
}

/** Unix seconds of the block that a list ends with. @throws ReadFault CHAIN_REORGANIZED where the chain has another one there */
async function findTime(view: FeedView, height: number, hash: string): Promise<number> {
  if (height > view.height) throw new ReadFault(GONE);
  const block = objectOf(await view.ask(END, { height }), 'block');
  if (cellOf(block, 'hash') !== hash) throw new ReadFault(GONE);
  return Number(cellOf(block, 'time'));
}

/** Place in the list of a market's trades: it stays where it is while new blocks come. */
interface Place {
  /** The list ends with this block, however high the chain is. */
  readonly toHeight: number;
  readonly hash: string;
  /** Trades of the page that were answered already. */
  readonly skipped: number;
  /** The page's in the list of the graph; null: its first. */
  readonly cursor: string | null;
}

function writePlace({ toHeight, hash, skipped, cursor }: Place): string {
  return `${toHeight}.${hash}.${skipped}.${cursor ?? ''}`;
}

/** @throws ReadFault VALIDATION_ERROR */
function readPlace(text: string): Place {
  const [, toHeight, hash = '', skipped, cursor] = /^(\d{1,9})\.([0-9a-f]{64})\.(\d{1,3})\.(.*)$/.exec(text) ?? [];
  if (toHeight === undefined) throw new ReadFault(refusedParameter('cursor is not one of this list.'));
  return { toHeight: Number(toHeight), hash, skipped: Number(skipped), cursor: cursor || null };
}

/** @returns undefined where it is no trade of that market, or nothing was paid, because it was less than a satoshi */
export function tradeOf(conversion: Values, market: Pick<MarketIds, 'baseId' | 'quoteId'>): Trade | undefined {
  const [fromId, toId] = [cellOf(conversion, 'fromId'), cellOf(conversion, 'toId')];
  const isBuy = fromId === market.quoteId && toId === market.baseId;
  if (!isBuy && !(fromId === market.baseId && toId === market.quoteId)) return undefined;
  const [paid, got] = [String(cellOf(conversion, 'amountInNet')), String(cellOf(conversion, 'amountOut'))];
  // The graph gives units of what was paid with for one unit of what was got.
  const stated = String(cellOf(conversion, isBuy ? 'price' : 'inversePrice'));
  const [paidUnits, gotUnits] = [satoshisFromDecimalText(paid), satoshisFromDecimalText(got)];
  if (paidUnits === 0n || gotUnits === 0n) return undefined;
  const amounts = isBuy ? ratioText(paidUnits, gotUnits) : ratioText(gotUnits, paidUnits);
  return {
    id: `${cellOf(conversion, 'txid')}:${cellOf(conversion, 'index')}`,
    side: isBuy ? 'buy' : 'sell',
    // A price below a satoshi is no amount: what was paid for what has its digits.
    price: satoshisFromDecimalText(stated) === 0n ? amounts : stated,
    baseAmount: isBuy ? got : paid,
    quoteAmount: isBuy ? paid : got,
    time: Date.parse(String(cellOf(conversion, 'timestamp'))),
  };
}
