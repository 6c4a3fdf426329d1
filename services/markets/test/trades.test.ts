import { hex } from '@ledgergraph/chain-kit/hex';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { type OpenService, openService } from './open-service.ts';
import { isConversion, readRecordedImports } from './recorded-imports.ts';
import { tradesBetween } from './recorded-trades.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CHAIN = 'vrsctest-a';
const COIN = 100_000_000n;
const blocks = readStreamedBlocks(CHAIN);
const imports = readRecordedImports(CHAIN);
const [first] = imports;
if (first === undefined) throw new Error('the recording has no import of a running basket');
const basketId = first.currencyId;
const ids = [basketId, ...first.after.reserves.map(({ currencyId }) => currencyId)];
const pairs = ids.flatMap((baseId) => ids.filter((id) => id !== baseId).map((quoteId) => ({ baseId, quoteId })));

type Pair = (typeof pairs)[number];

interface Trade {
  id: string;
  side: 'BUY' | 'SELL';
  price: string;
  baseAmount: string;
  quoteAmount: string;
  blockHeight: number;
  timestamp: string;
  baseId: string;
  quoteId: string;
}

interface Conversion {
  txid: string;
  index: number;
  fromId: string;
  toId: string;
  amountInNet: string;
  amountOut: string;
  price: string;
  exactPrice: string;
  exactInversePrice: string;
  blockHeight: number;
  timestamp: string;
  trade: Trade | null;
}

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.apply(CHAIN, blocks);
});
afterAll(() => service.close());

const TRADE = 'id side price baseAmount quoteAmount blockHeight timestamp baseId quoteId';
const TRADES = `query ($basketId: String!, $baseId: String!, $quoteId: String!, $side: TradeSide, $fromTime: DateTime, $toTime: DateTime,
    $order: SortOrder, $limit: Int, $cursor: String) {
  market(basket: $basketId, base: $baseId, quote: $quoteId) {
    trades(side: $side, fromTime: $fromTime, toTime: $toTime, order: $order, limit: $limit, cursor: $cursor) {
      trades { ${TRADE} } hasMore nextCursor
    }
  }
}`;
const CONVERSIONS = `query ($basketId: String, $cursor: String) {
  conversions(basket: $basketId, limit: 100, cursor: $cursor) {
    conversions {
      txid index fromId toId amountInNet amountOut price exactPrice exactInversePrice blockHeight timestamp trade { ${TRADE} }
    }
    nextCursor
  }
}`;

interface Asked {
  side?: Trade['side'];
  fromTime?: string;
  toTime?: string;
  order?: 'ASC' | 'DESC';
}

function pinAt(height: number): string {
  return `${VRSCTEST}:${height}:${hex(blocks[height]?.hash ?? new Uint8Array())}`;
}

async function readTrades(pair: Pair, asked: Asked = {}, pins = pinAt(blocks.length - 1), limit = 7): Promise<Trade[]> {
  const read: Trade[] = [];
  for (let cursor: string | null = null; ; ) {
    const { data, errors } = await service.ask(TRADES, { basketId, ...pair, ...asked, limit, cursor }, pins);
    expect(errors).toBeUndefined();
    const { trades, hasMore, nextCursor } = data.market.trades;
    read.push(...trades);
    expect(hasMore).toBe(nextCursor !== null);
    if (nextCursor === null) return read;
    expect(trades).toHaveLength(limit);
    cursor = nextCursor;
  }
}

async function readConversions(pins = pinAt(blocks.length - 1)): Promise<Conversion[]> {
  const read: Conversion[] = [];
  let cursor: string | null = null;
  do {
    const { data, errors } = await service.ask(CONVERSIONS, { basketId, cursor }, pins);
    expect(errors).toBeUndefined();
    read.push(...data.conversions.conversions);
    cursor = data.conversions.nextCursor;
  } while (cursor !== null);
  return read;
}

function tradeOf(conversion: Conversion, { baseId, quoteId }: Pair): Trade | undefined {
  const { txid, index, fromId, toId, amountInNet: paid, amountOut: got, blockHeight, timestamp } = conversion;
  if (!(fromId === quoteId && toId === baseId) && !(fromId === baseId && toId === quoteId)) return undefined;
  if (satoshisFromDecimalText(paid) === 0n || satoshisFromDecimalText(got) === 0n) return undefined;
  const isBuy = toId === baseId;
  return {
    id: `${txid}:${index}`,
    side: isBuy ? 'BUY' : 'SELL',
    blockHeight,
    timestamp,
    baseId,
    quoteId,
    price: isBuy ? conversion.exactPrice : conversion.exactInversePrice,
    baseAmount: isBuy ? got : paid,
    quoteAmount: isBuy ? paid : got,
  };
}

test('trades of a market are the conversions between its two currencies, in either orientation, as of any block', async () => {
  for (const height of [300, 500, blocks.length - 1]) {
    const conversions = await readConversions(pinAt(height));
    for (const pair of pairs) {
      const expected = conversions.flatMap((one) => tradeOf(one, pair) ?? []);
      expect(await readTrades(pair, {}, pinAt(height))).toEqual(expected);
      expect(await readTrades(pair, { order: 'ASC' }, pinAt(height))).toEqual(expected.toReversed());
      for (const side of ['BUY', 'SELL'] as const) {
        expect(await readTrades(pair, { side }, pinAt(height))).toEqual(expected.filter((one) => one.side === side));
      }
    }
  }
});

test('bounds of times leave the trades whose blocks lie between them', async () => {
  const [pair] = pairs;
  if (pair === undefined) throw new Error('a market is missing');
  const all = await readTrades(pair);
  const [toTime, fromTime] = [all[5]?.timestamp ?? '', all.at(-5)?.timestamp ?? ''];
  const isIn = ({ timestamp }: Trade) => timestamp >= fromTime && timestamp <= toTime;
  expect(all.filter(isIn).length).toBeLessThan(all.length - 4);
  expect(await readTrades(pair, { fromTime, toTime })).toEqual(all.filter(isIn));
});

test('each conversion has itself as a trade of the market that lists its currencies', async () => {
  const { data } = await service.ask(
    `{ markets(basket: "${basketId}") { markets { base { currencyId } quote { currencyId } } } }`,
  );
  const listed: Pair[] = data.markets.markets.map(({ base, quote }: Record<string, { currencyId: string }>) => ({
    baseId: base?.currencyId,
    quoteId: quote?.currencyId,
  }));
  const conversions = await readConversions();
  for (const conversion of conversions) {
    expect(conversion.trade).toEqual(listed.flatMap((pair) => tradeOf(conversion, pair) ?? [])[0] ?? null);
  }
  expect(conversions.filter(({ trade }) => trade !== null).length).toBeGreaterThan(40);
});

test('candles count the trades of a market, and in those with the basket the hops of its other conversions', async () => {
  for (const { baseId, quoteId } of pairs) {
    const args = `basket: "${basketId}", base: "${baseId}", quote: "${quoteId}", interval: WEEK, limit: 100`;
    const { data } = await service.ask(`{ candles(${args}) { candles { trades } } }`);
    const counted = data.candles.candles.reduce((sum: number, { trades }: { trades: number }) => sum + trades, 0);
    const ofMarket = tradesBetween(imports, baseId, quoteId);
    expect(counted).toBe(ofMarket.length);
    const own = await readTrades({ baseId, quoteId });
    if (baseId !== basketId && quoteId !== basketId) expect(counted).toBe(own.length);
  }
});

test('exact prices follow from the two prices of the import, with the digits that these give', async () => {
  const answers = new Map((await readConversions()).map((one) => [`${one.txid}:${one.index}`, one]));
  const checked = { BUY: 0, SELL: 0, VIA: 0 };
  for (const { after, transfers } of imports) {
    const reserve = (id: string) => after.reserves.find(({ currencyId }) => currencyId === id);
    for (const { txid, vout, fromId, toId, viaId } of transfers.filter(isConversion)) {
      const answer = answers.get(`${txid}:${vout}`);
      if (answer === undefined) throw new Error(`${txid}:${vout} is missing`);
      const paid = reserve(fromId)?.lastConversionPrice ?? COIN;
      const got = (viaId === null ? reserve(toId)?.lastConversionPrice : reserve(toId)?.viaConversionPrice) ?? COIN;
      expectRatio(answer.exactPrice, paid, got);
      expectRatio(answer.exactInversePrice, got, paid);
      checked[viaId !== null ? 'VIA' : toId === basketId ? 'BUY' : 'SELL'] += 1;
    }
  }
  expect(Math.min(...Object.values(checked))).toBeGreaterThan(5);
});

/** Rounded down at the last of 18 digits, unless it is whole. */
function expectRatio(text: string, dividend: bigint, divisor: bigint): void {
  const [, whole = '', fraction = ''] = /^(\d+)\.(\d{8,})$/.exec(text) ?? [];
  const scale = 10n ** BigInt(fraction.length);
  expect(BigInt(whole + fraction)).toBe((dividend * scale) / divisor);
  const isWhole = (dividend * scale) % divisor === 0n;
  if (!isWhole) expect(`${whole}${fraction}`.replace(/^0+/, '').length).toBeGreaterThanOrEqual(18);
}

test('a list of trades goes on as of the block at which it was begun, and ends with CHAIN_REORGANIZED once that left the chain', async () => {
  const [pair] = pairs;
  if (pair === undefined) throw new Error('a market is missing');
  const variables = { basketId, ...pair, limit: 3 };
  const pins = pinAt(600);
  const begun = await service.ask(TRADES, variables, pins);
  const cursor = begun.data.market.trades.nextCursor;
  const later = await service.ask(TRADES, { ...variables, cursor });
  expect(later.data.market.trades.trades).toEqual((await readTrades(pair, {}, pins)).slice(3, 6));
  expect(await readTrades(pair)).not.toEqual(await readTrades(pair, {}, pins));
  await service.revert(CHAIN, 599);
  const { errors } = await service.ask(TRADES, { ...variables, cursor });
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['CHAIN_REORGANIZED']);
  await service.apply(CHAIN, blocks.slice(600), 9);
  expect(await readTrades(pair)).toEqual((await readConversions()).flatMap((one) => tradeOf(one, pair) ?? []));
});

test('liquidity counts both reserves in another currency by the prices of the deepest basket, rounded once', async () => {
  const [, native = '', token = ''] = ids;
  const of = (baseId: string, quoteId: string, currencyId: string) =>
    `market(basket: "${basketId}", base: "${baseId}", quote: "${quoteId}") { liquidity(currency: "${currencyId}") }`;
  const { data } = await service.ask(`{
    between: ${of(token, native, native)}
    inBasket: ${of(token, native, basketId)}
    ofBasket: ${of(native, basketId, token)}
    unknown: ${of(token, native, 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV')}
  }`);
  const state = imports.at(-1)?.after;
  const reserve = (id: string) => state?.reserves.find(({ currencyId }) => currencyId === id);
  const [one, other] = [reserve(native), reserve(token)];
  if (state === undefined || one === undefined || other === undefined) throw new Error('a reserve is missing');
  const [p, q] = [one.priceInReserve, other.priceInReserve];
  const read = (name: string) => satoshisFromDecimalText(data[name].liquidity);
  expect(read('between')).toBe(one.reserves + (other.reserves * p) / q);
  expect(read('inBasket')).toBe(((other.reserves * p + one.reserves * q) * COIN) / (p * q));
  expect(read('ofBasket')).toBe((one.reserves * q * COIN + state.supply * q * p) / (p * COIN));
  expect(data.unknown.liquidity).toBeNull();
});
