import { followsRules, priceOf, type Registration } from './registration.ts';

const COIN = 100_000_000n;
const NATIVE = 'native';
const TERMS = { registrationFee: 100n * COIN, referralLevels: 3 };
const share = (address: string, satoshis = 20n * COIN) => ({ vout: 1, address, satoshis });

/** A registration of the first level with a referrer, who has a referrer. */
const referred: Registration = {
  identityAddress: 'new',
  parentId: NATIVE,
  referrer: 'ann',
  currencyId: NATIVE,
  shares: [share('ann'), share('ben')],
  burned: 0n,
  paidToParent: 0n,
  fee: 40n * COIN,
};
const alone: Registration = { ...referred, referrer: null, shares: [], fee: 100n * COIN };
/** Below a token: shares and the burned rest are paid in it. */
const below: Registration = {
  ...referred,
  parentId: 'token',
  currencyId: 'token',
  burned: 40n * COIN,
  fee: 2_000_000n,
};

test('below the native currency the fee is the rest of the price, below a token the rest is no fee', () => {
  expect(priceOf(NATIVE, alone)).toBe(100n * COIN);
  expect(priceOf(NATIVE, referred)).toBe(80n * COIN);
  expect(priceOf(NATIVE, below)).toBe(80n * COIN);
  expect(priceOf(NATIVE, { ...below, burned: 0n, paidToParent: 40n * COIN })).toBe(80n * COIN);
  expect(priceOf(NATIVE, { ...referred, fee: null })).toBeNull();
});

test.each<[string, Registration]>([
  ['without a referrer', alone],
  ['with a referrer who has one', referred],
  ['below a token', below],
])('a registration %s is by the rules', (_, registration) => {
  expect(followsRules(NATIVE, registration, TERMS, ['ben'])).toBe(true);
});

test.each<[string, Registration]>([
  ['a satoshi is missing from the fee', { ...referred, fee: 40n * COIN - 1n }],
  [
    'a share is larger, at the cost of the fee',
    { ...referred, shares: [share('ann', 21n * COIN), share('ben')], fee: 39n * COIN },
  ],
  ['another one than the referrer gets a share', { ...referred, shares: [share('cem'), share('ben')] }],
  ['the referrer of the referrer gets nothing', { ...referred, shares: [share('ann')], fee: 60n * COIN }],
  ['no one is the referrer and the price is that with one', { ...alone, fee: 80n * COIN }],
])('it is not where %s', (_, registration) => {
  expect(followsRules(NATIVE, registration, TERMS, ['ben'])).toBe(false);
});

test('where referrers get nothing, one who is named lowers no price', () => {
  const terms = { ...TERMS, referralLevels: 0 };
  expect(followsRules(NATIVE, { ...alone, referrer: 'ann' }, terms, ['ben'])).toBe(true);
  expect(followsRules(NATIVE, referred, terms, ['ben'])).toBe(false);
});

test('no more levels get a share than the rules have', () => {
  const deep = { ...referred, shares: ['ann', 'ben', 'cem'].map((name) => share(name)), fee: 20n * COIN };
  expect(followsRules(NATIVE, deep, TERMS, ['ben', 'cem', 'dan'])).toBe(true);
  const deeper = { ...deep, shares: [...deep.shares, share('dan')], fee: 0n };
  expect(followsRules(NATIVE, deeper, TERMS, ['ben', 'cem', 'dan'])).toBe(false);
});

test('rules that are unknown, and a price in a reserve of a basket, are not compared', () => {
  expect(followsRules(NATIVE, referred, null, ['ben'])).toBeNull();
  expect(followsRules(NATIVE, { ...below, currencyId: 'reserve' }, TERMS, ['ben'])).toBeNull();
});
