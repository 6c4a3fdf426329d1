import type { Values } from '#/gateway/gateway-client.ts';
import { dexScreener } from './dex-screener.ts';
import type { GraphAtBlock } from './feed.ts';

const BASKETS = Array.from({ length: 12 }, (_, index) => `basket${String(index).padStart(2, '0')}`);

/** A basket named `fails` cannot be read. */
class FakeView implements GraphAtBlock {
  readonly chainId = 'chain';
  readonly height = 10;
  readonly hash = 'aa';
  readonly dollarId = undefined;
  readonly #fails: string | undefined;
  #open = 0;
  most = 0;
  readonly asked: string[] = [];
  conversions: readonly object[] = BASKETS.map(conversion);

  constructor(fails?: string) {
    this.#fails = fails;
  }

  async ask(query: string, variables: Readonly<Record<string, unknown>>): Promise<Values> {
    if (query.includes('currencyHistory(')) this.asked.push(String(variables.currencyId));
    this.#open += 1;
    this.most = Math.max(this.most, this.#open);
    // Long enough for the others to begin.
    await new Promise((resolve) => setImmediate(resolve));
    this.#open -= 1;
    return this.#answer(query, variables) as unknown as Values;
  }

  #answer(query: string, variables: Readonly<Record<string, unknown>>): object {
    if (query.includes('conversions(')) return { conversions: this.#page(variables) };
    const id = String(variables.currencyId);
    if (id === this.#fails) throw new Error(`no states of ${id}`);
    const reserves = [{ currencyId: 'native', amount: '7' }];
    return { currencyHistory: { states: [{ blockHeight: 5, supply: id.slice(-2), reserves }], nextCursor: null } };
  }

  #page({ limit, cursor }: Readonly<Record<string, unknown>>): object {
    const end = Number(cursor ?? 0) + Number(limit);
    const nextCursor = end < this.conversions.length ? String(end) : null;
    return { conversions: this.conversions.slice(Number(cursor ?? 0), end), nextCursor };
  }
}

function conversion(basketId: string, index: number): object {
  const [native, basket] = [{ friendlyName: 'native' }, { friendlyName: basketId }];
  return {
    basketId,
    basket,
    fromId: 'native',
    from: native,
    to: basket,
    importTxid: `i${index}`,
    amountIn: '2.00000000',
    amountOut: '1.00000000',
    address: 'R',
    blockHeight: 5,
    timestamp: '2026-11-20T08:40:00Z',
    trade: { side: 'BUY', price: '1.99500000', baseId: basketId, quoteId: 'native' },
  };
}

const { events } = dexScreener.endpoints;
const RANGE = new Map([
  ['fromBlock', '1'],
  ['toBlock', '9'],
]);

test('events read some baskets at once, each once, and give every conversion what its own basket held', async () => {
  const view = new FakeView();
  const answer = await events?.answer(view, RANGE);
  const { events: found } = JSON.parse(String(answer?.body));
  expect(found.map(({ txnId, reserves }: Record<string, unknown>) => [txnId, reserves])).toEqual(
    BASKETS.map((id, index) => [`i${index}`, { asset0: id.slice(-2), asset1: '7' }]),
  );
  expect(view.asked).toEqual(BASKETS);
  expect(view.most).toBe(5);
});

test('reserves, which are known behind a block alone, stand on the last event of a pair in it', async () => {
  const view = new FakeView();
  const own = conversion('basket00', 0);
  view.conversions = [own, own, conversion('basket01', 1), own, { ...own, blockHeight: 4 }];
  const { events: found } = JSON.parse(String((await events?.answer(view, RANGE))?.body));
  expect(found.map(({ reserves }: Record<string, unknown>) => reserves !== undefined)).toEqual([
    ...[false, false, true, true, false],
  ]);
});

test('an event has the market, the side and the price of its trade, and what paid nothing is left out but counted', async () => {
  const view = new FakeView();
  const [sold, from] = [{ side: 'SELL', price: '0.00000000000000000333333333333333333' }, { friendlyName: 'b 1' }];
  const trade = { ...sold, baseId: 'token', quoteId: 'native' };
  const own = { ...conversion('basket00', 0), fromId: 'token', from, to: { friendlyName: 'native' }, trade };
  view.conversions = [{ ...own, trade: null }, own];
  const { events: found } = JSON.parse(String((await events?.answer(view, RANGE))?.body));
  expect(found).toEqual([
    {
      block: { blockNumber: 5, blockTimestamp: Date.parse('2026-11-20T08:40:00Z') / 1000 },
      eventType: 'swap',
      txnId: 'i0',
      txnIndex: 0,
      eventIndex: 1,
      maker: 'R',
      pairId: 'b~201_native_basket00',
      asset0In: '2.00000000',
      asset1Out: '1.00000000',
      priceNative: trade.price,
    },
  ]);
});

test('a range of many events is answered as a whole, and one of more is refused, but for a single block', async () => {
  const view = new FakeView();
  const own = conversion('basket00', 0);
  const read = async (to: string) => events?.answer(view, new Map([...RANGE, ['fromBlock', '5'], ['toBlock', to]]));
  const count = async (to: string) => JSON.parse(String((await read(to))?.body)).events.length;
  view.conversions = Array.from({ length: 10_000 }, () => own);
  expect(await count('9')).toBe(10_000);
  view.conversions = [...view.conversions, own];
  await expect(read('9')).rejects.toThrow('more than 10000 events');
  expect(await count('5')).toBe(10_001);
});

test('after a basket that cannot be read no further ones are asked for', async () => {
  const view = new FakeView(BASKETS[1]);
  await expect(events?.answer(view, RANGE)).rejects.toThrow('no states of basket01');
  expect(view.asked).toEqual(BASKETS.slice(0, 5));
});
