import type { Values } from '#/export/export-list.ts';
import { dexScreener } from './dex-screener.ts';
import type { FeedView } from './feed.ts';

const BASKETS = Array.from({ length: 12 }, (_, index) => `basket${String(index).padStart(2, '0')}`);
const NATIVE = { currencyId: 'native', fullyQualifiedName: 'native' };
const currency = (id: string) => ({ currencyId: id, fullyQualifiedName: id });

/** Baskets with a conversion each, in one block; a basket named `fails` cannot be read. */
class FakeView implements FeedView {
  readonly chainId = 'chain';
  readonly height = 20;
  readonly finalHeight = 10;
  readonly #fails: string | undefined;
  #open = 0;
  most = 0;
  /** Baskets whose states were asked for. */
  readonly asked: string[] = [];

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

  #answer(query: string, { basketId, currencyId }: Readonly<Record<string, unknown>>): object {
    if (query.includes('conversions('))
      return { conversions: { conversions: BASKETS.map(conversion), nextCursor: null } };
    if (query.includes('markets(')) return { markets: { markets: [market(String(basketId))], nextCursor: null } };
    const id = String(currencyId);
    if (id === this.#fails) throw new Error(`no states of ${id}`);
    const state = { blockHeight: 5, supply: id.slice(-2), reserves: [{ currencyId: 'native', amount: '7' }] };
    return { currencyHistory: { states: [state], nextCursor: null } };
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

test('after a basket that cannot be read no further ones are asked for', async () => {
  const view = new FakeView(BASKETS[1]);
  await expect(events?.answer(view, RANGE)).rejects.toThrow('no states of basket01');
  expect(view.asked).toEqual(BASKETS.slice(0, 5));
});
