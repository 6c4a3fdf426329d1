import type { Values } from '#/export/export-list.ts';
import { dexScreener } from './dex-screener.ts';
import type { FeedView } from './feed.ts';

const BASKETS = Array.from({ length: 12 }, (_, index) => `basket${String(index).padStart(2, '0')}`);
const NATIVE = { currencyId: 'native', fullyQualifiedName: 'native' };
const currency = (id: string) => ({ currencyId: id, fullyQualifiedName: id });

/** Baskets with a conversion each, in one block; a basket named `fails` cannot be read. */
class FakeView implements FeedView {
  readonly chainId = 'chain';
  readonly height = 10;
  readonly hash = 'aa';
  readonly #fails: string | undefined;
  #open = 0;
  most = 0;
  /** Baskets whose states were asked for. */
  readonly asked: string[] = [];
  /** In the order of the chain. */
  conversions: readonly object[] = BASKETS.map(conversion);
  /** Prices that every state has in its reserves. */
  prices: Readonly<Record<string, string>> = {};
  /** A second reserve of every basket. */
  via: string | undefined;

  constructor(fails?: string) {
    this.#fails = fails;
  }

  async ask(query: string, variables: Readonly<Record<string, unknown>>): Promise<Values> {
    if (query.includes('currencyHistory(')) this.asked.push(String(variables.currencyId));
    this.#open += 1;
    this.most = Math.max(this.most, this.#open);
    // As long as the others need to be begun.
    await new Promise((resolve) => setImmediate(resolve));
    this.#open -= 1;
    return this.#answer(query, variables) as unknown as Values;
  }

  #answer(query: string, variables: Readonly<Record<string, unknown>>): object {
    const { basketId, currencyId } = variables;
    if (query.includes('conversions(')) return { conversions: this.#page(variables) };
    if (query.includes('markets(')) return { markets: { markets: this.#markets(String(basketId)), nextCursor: null } };
    const id = String(currencyId);
    if (id === this.#fails) throw new Error(`no states of ${id}`);
    const reserves = ['native', ...(this.via === undefined ? [] : [this.via])].map((reserve) => ({
      ...{ currencyId: reserve, amount: '7' },
      lastConversionPrice: this.prices[reserve] ?? null,
      viaConversionPrice: this.prices[reserve] ?? null,
    }));
    return { currencyHistory: { states: [{ blockHeight: 5, supply: id.slice(-2), reserves }], nextCursor: null } };
  }

  #page({ limit, cursor }: Readonly<Record<string, unknown>>): object {
    const end = Number(cursor ?? 0) + Number(limit);
    const nextCursor = end < this.conversions.length ? String(end) : null;
    return { conversions: this.conversions.slice(Number(cursor ?? 0), end), nextCursor };
  }

  #markets(basketId: string): object[] {
    const own = market(basketId);
    return this.via === undefined ? [own] : [own, { ...own, base: currency(this.via) }];
  }
}

function conversion(basketId: string, index: number): object {
  return {
    ...{
      txid: `t${index}`,
      index: 0,
      importTxid: `i${index}`,
      basketId,
      direction: 'BUY',
      fromId: 'native',
      toId: basketId,
    },
    ...{
      amountIn: '2.00000000',
      amountInNet: '2.00000000',
      amountOut: '1.00000000',
      price: '2.00000000',
      inversePrice: '0.50000000',
    },
    ...{ address: 'R', blockHeight: 5, timestamp: '2026-11-20T08:40:00Z' },
  };
}

function market(basketId: string): object {
  const volumes = { lastPrice: '2.00000000', baseVolume24h: '1.00000000', quoteVolume24h: '1.00000000' };
  return { basket: currency(basketId), base: currency(basketId), quote: NATIVE, ...volumes };
}

const { events } = dexScreener.questions;
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
  expect(view.most).toBe(10);
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

// Prices of the graph are rounded down: 66 satoshis are a hundredth less than 200 / 3.00000007.
test.each([
  [{ fromId: 'token', toId: 'native' }, '0.00000066', '1515151.51515151', 'asset0In'],
  [{ fromId: 'native', toId: 'token' }, '1500000.03500000', '0.00000066', 'asset1In'],
])('a conversion through a basket, %j, has the price that those of its import give', async (ids, ...given) => {
  const [price, inversePrice, side] = given;
  const view = new FakeView();
  view.via = 'token';
  view.prices = { token: '0.00000200', native: '3.00000007' };
  view.conversions = [{ ...conversion('basket00', 0), ...ids, direction: 'VIA', price, inversePrice }];
  const read = async () => JSON.parse(String((await events?.answer(view, RANGE))?.body)).events;
  expect(await read()).toEqual([
    expect.objectContaining({
      pairId: 'token_native_basket00',
      [String(side)]: '2.00000000',
      priceNative: '1500000.03500000',
    }),
  ]);
  // Those of another import of the block.
  view.prices = { token: '0.00000300', native: '3.00000007' };
  expect(await read()).toEqual([expect.objectContaining({ priceNative: side === 'asset1In' ? price : inversePrice })]);
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
