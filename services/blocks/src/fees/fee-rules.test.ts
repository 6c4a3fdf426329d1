import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { readFeeRules, referralShare, referredPrice } from './fee-rules.ts';

test('a chain has the fees of its definition, to the satoshi, and the defaults where that is silent', () => {
  const rules = readFeeRules(parseLossless('{"options":264,"idregistrationfees":0.00000007,"idreferrallevels":1}'));
  expect(rules).toMatchObject({ identityRegistration: 7n, referralLevels: 1, currencyRegistration: 20_000_000_000n });
  expect([referredPrice(rules), referralShare(rules)]).toEqual([4n, 2n]);
  expect(readFeeRules(null)).toEqual({
    identityRegistration: 10_000_000_000n,
    referralLevels: 3,
    identityImport: 2_000_000n,
    currencyRegistration: 20_000_000_000n,
    chainRegistration: 1_000_000_000_000n,
    currencyImport: 10_000_000_000n,
  });
});

test('a chain without the option of referrals has none, whatever levels it names', () => {
  const rules = readFeeRules(parseLossless('{"options":256,"idregistrationfees":5.00000000,"idreferrallevels":3}'));
  expect(rules.referralLevels).toBe(0);
  expect([referredPrice(rules), referralShare(rules)]).toEqual([500_000_000n, 0n]);
});
