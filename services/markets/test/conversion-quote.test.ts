import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';
import { isConversion, readRecordedImports } from './recorded-imports.ts';
import { decimal } from './trade-oracle.ts';

const CHAIN = 'vrsctest-a';
const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const COIN = 100_000_000n;
const imports = readRecordedImports(CHAIN);
const alone = imports.filter(({ transfers }) => transfers.length === 1 && transfers.every(isConversion));
const basketId = imports[0]?.currencyId ?? '';
const token = imports[0]?.after.reserves[1]?.currencyId ?? '';
const CENTRALISED = 'iLeuJo2ezSh8qb2rHTYj1zaC2JbJaYqst1';

let service: OpenService;

beforeAll(async () => {
  service = await openService();
  await service.apply(CHAIN, readStreamedBlocks(CHAIN));
});
afterAll(() => service.close());

const QUOTE = `query ($fromId: String!, $toId: String!, $viaId: String, $amount: Decimal!, $asOf: AsOf) {
  conversionQuote(from: $fromId, to: $toId, via: $viaId, amount: $amount, asOf: $asOf) {
    amountIn conversionFee transferFee amountOut price slippage basket { currencyId }
  }
}`;

interface Asked {
  fromId: string;
  toId: string;
  viaId?: string | null;
  amount: string | number;
  asOf?: object;
}

const quote = (variables: Asked) => service.ask(QUOTE, { ...variables });

test('a quote as of the block before is what the import paid, for every recorded conversion that was alone in it', async () => {
  for (const { height, transfers } of alone) {
    const [transfer] = transfers;
    if (transfer === undefined) continue;
    const { fromId, toId, viaId, amount, fees, payout } = transfer;
    const asked = { fromId, toId, viaId, amount: decimal(amount), asOf: { height: height - 1 } };
    const { data, errors } = await quote(asked);
    expect(errors).toBeUndefined();
    expect(data.conversionQuote).toMatchObject({
      amountIn: decimal(amount),
      conversionFee: decimal(((amount * 25_000n) / COIN) * (viaId === null ? 1n : 2n)),
      transferFee: decimal(fees),
      amountOut: decimal(payout?.amount ?? 0n),
      basket: { currencyId: basketId },
    });
  }
  expect(alone.length).toBeGreaterThanOrEqual(10);
});

test('a later state gives another quote, and a literal amount is read as a variable is', async () => {
  const asked = { fromId: VRSCTEST, toId: basketId, amount: '10' };
  const [now, before] = [await quote(asked), await quote({ ...asked, asOf: { height: 300 } })];
  expect(now.data.conversionQuote.amountOut).not.toBe(before.data.conversionQuote.amountOut);
  const literal = `{ conversionQuote(from: "${VRSCTEST}", to: "${basketId}", amount: "10") { amountOut } }`;
  expect((await service.ask(literal)).data.conversionQuote.amountOut).toBe(now.data.conversionQuote.amountOut);
});

test.each([
  ['a basket that is not launched yet', { toId: basketId, asOf: { height: 200 } }, { code: 'NOT_FOUND' }],
  ['two reserves without a basket', { toId: token }, { code: 'NOT_FOUND' }],
  ['a basket that does not exist', { toId: token, viaId: token.replace(/.$/, 'x') }, { argument: 'via' }],
  ['one of the two as the way between them', { toId: basketId, viaId: basketId }, { argument: 'via' }],
  ['the same currency', { toId: VRSCTEST }, { code: 'VALIDATION_ERROR', argument: 'to' }],
  ['nothing', { toId: basketId, amount: '0' }, { code: 'VALIDATION_ERROR', argument: 'amount' }],
  ['less than nothing', { toId: basketId, amount: '-1' }, { code: 'VALIDATION_ERROR', argument: 'amount' }],
  ['more than an amount can be', { toId: basketId, amount: '100000000000' }, { argument: 'amount' }],
  ['more than the basket has', { fromId: basketId, toId: token, amount: '900000000' }, { argument: 'amount' }],
  ['a number that is no string', { toId: basketId, amount: 1.5 }, { code: 'BAD_USER_INPUT' }],
  ['nine decimals', { toId: basketId, amount: '0.000000001' }, { code: 'BAD_USER_INPUT' }],
])('%s has no quote', async (_what, asked: Partial<Asked>, extensions) => {
  const { data, errors } = await quote({ fromId: VRSCTEST, amount: '1', toId: basketId, ...asked });
  expect(data?.conversionQuote ?? null).toBeNull();
  expect(errors?.[0]?.extensions).toMatchObject(extensions);
});

test('a currency has its price in each currency that a basket holds with it, its markets, and 1 in itself', async () => {
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Currency {
    inNative: priceIn(currency: "${VRSCTEST}") inBasket: priceIn(currency: "${basketId}") inNone: priceIn(currency: "${CENTRALISED}")
    markets(limit: 2) { hasMore markets { base { currencyId } quote { currencyId } } }
  } } }`;
  const key = (currencyId: string, at: number | null = null) => ({
    __typename: 'Currency',
    chainId: VRSCTEST,
    currencyId,
    at,
  });
  const { data, errors } = await service.ask(query, { keys: [key(token), key(VRSCTEST), key(basketId, 200)] });
  expect(errors).toBeUndefined();
  const reserves = imports.at(-1)?.after.reserves ?? [];
  const priceOf = (id: string) => reserves.find(({ currencyId }) => currencyId === id)?.priceInReserve ?? 0n;
  const [ofToken, ofNative, early] = data._entities;
  expect(ofToken).toMatchObject({
    inNative: decimal((priceOf(VRSCTEST) * COIN) / priceOf(token)),
    inBasket: decimal((COIN * COIN) / priceOf(token)),
    inNone: null,
    markets: { hasMore: true },
  });
  expect(ofNative).toMatchObject({ inNative: '1.00000000', inBasket: decimal((COIN * COIN) / priceOf(VRSCTEST)) });
  expect(ofNative.markets.markets[0]).toEqual({ base: { currencyId: basketId }, quote: { currencyId: VRSCTEST } });
  expect(early).toEqual({
    inNative: null,
    inBasket: '1.00000000',
    inNone: null,
    markets: { hasMore: false, markets: [] },
  });
});
