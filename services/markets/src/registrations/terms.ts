import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';
import { isJsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import type { RegistrationTerms } from './registration.ts';

/**
 * Terms of a currency by its definition; null for one that has none in itself. A basket may set its fee in a reserve (FeePricingCurrency in
 * pbaas/crosschainrpc.h): the basket is paid then, by a price of a block that the wallet chooses.
 */
export function termsOf(definition: Definition): RegistrationTerms | null {
  const { idRegistrationFees, idReferralLevels, options } = definition;
  if (idRegistrationFees === null || idReferralLevels === null || isPricedInReserve(definition)) return null;
  // Definitions print levels without the option, too.
  const paysReferrers = (options & CURRENCY_OPTIONS.ID_REFERRALS) !== 0;
  return { registrationFee: idRegistrationFees, referralLevels: paysReferrers ? idReferralLevels : 0 };
}

function isPricedInReserve({ options, idImportFees, reserveWeights }: Definition): boolean {
  const isBasket = (options & CURRENCY_OPTIONS.FRACTIONAL) !== 0;
  // Without one the daemon's default holds: 0.02 coins, which is beyond every list.
  return isBasket && idImportFees !== null && idImportFees >= 0n && idImportFees < BigInt(reserveWeights.length);
}

/** Terms of the native currency, as the network announces them; null: it announces none. The blocks of a root chain do not define it. */
export function nativeTerms(announced: JsonValue): RegistrationTerms | null {
  return isJsonObject(announced) ? termsOf(readDefinition(announced)) : null;
}
