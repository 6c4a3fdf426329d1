import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';
import { isJsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import type { RegistrationTerms } from './registration.ts';

/** Null without terms: a basket may set its fee in a reserve (FeePricingCurrency in pbaas/crosschainrpc.h). */
export function termsOf(definition: Definition): RegistrationTerms | null {
  const { idRegistrationFees, idReferralLevels, options } = definition;
  if (idRegistrationFees === null || idReferralLevels === null || isPricedInReserve(definition)) return null;
  // Definitions print levels without the option, too.
  const paysReferrers = (options & CURRENCY_OPTIONS.ID_REFERRALS) !== 0;
  return { registrationFee: idRegistrationFees, referralLevels: paysReferrers ? idReferralLevels : 0 };
}

function isPricedInReserve({ options, idImportFees, reserveWeights }: Definition): boolean {
  const isBasket = (options & CURRENCY_OPTIONS.FRACTIONAL) !== 0;
  // Without one, the daemon's default of 0.02 coins is beyond every list.
  return isBasket && idImportFees !== null && idImportFees >= 0n && idImportFees < BigInt(reserveWeights.length);
}

/** As the network announces them: no block of a root chain defines its currency. */
export function nativeTerms(announced: JsonValue): RegistrationTerms | null {
  return isJsonObject(announced) ? termsOf(readDefinition(announced)) : null;
}
