import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { termsOf } from './terms.ts';

const definition = (options: number, position?: string) => {
  const fee = position === undefined ? '' : `, "idimportfees": ${position}`;
  const text = `{ "currencyid": "iBasket", "name": "basket", "options": ${options}, "systemid": "iChain", "proofprotocol": 1,
    "notarizationprotocol": 1, "startblock": 1, "endblock": 0, "currencies": ["iChain", "iToken"],
    "idregistrationfees": 100.00000000, "idreferrallevels": 3${fee} }`;
  return readDefinition(parseLossless(text) as JsonObject);
};

test.each([
  ['of its first reserve', '0.00000000', null],
  ['of its last reserve', '0.00000001', null],
  ['beyond its reserves', '0.00000002', 100],
  ['of the default', '0.02000000', 100],
  ['below zero', '-0.00000001', 100],
  ['that is missing', undefined, 100],
])(
  'a basket with the position %s in place of the fee of imports has terms in itself, or none',
  (_, position, coins) => {
    const terms = termsOf(definition(CURRENCY_OPTIONS.FRACTIONAL | CURRENCY_OPTIONS.ID_REFERRALS, position));
    expect(terms).toEqual(coins === null ? null : { registrationFee: BigInt(coins) * 100_000_000n, referralLevels: 3 });
  },
);

test('a token has a fee of imports, and its terms in itself', () => {
  expect(termsOf(definition(CURRENCY_OPTIONS.TOKEN | CURRENCY_OPTIONS.ID_REFERRALS, '0.00000000'))).toEqual({
    registrationFee: 10_000_000_000n,
    referralLevels: 3,
  });
});

test('referrers get nothing below a currency that prints levels without the option for referrals', () => {
  expect(termsOf(definition(CURRENCY_OPTIONS.TOKEN, '0.02000000'))).toEqual({
    registrationFee: 10_000_000_000n,
    referralLevels: 0,
  });
});
