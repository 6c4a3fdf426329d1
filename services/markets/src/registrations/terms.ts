import { isJsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import type { RegistrationTerms } from './registration.ts';

/** Terms of a currency by its definition; null for one that has none. */
export function termsOf({ idRegistrationFees, idReferralLevels }: Definition): RegistrationTerms | null {
  if (idRegistrationFees === null || idReferralLevels === null) return null;
  return { registrationFee: idRegistrationFees, referralLevels: idReferralLevels };
}

/** Terms of the native currency, as the network announces them; null: it announces none. The blocks of a root chain do not define it. */
export function nativeTerms(announced: JsonValue): RegistrationTerms | null {
  return isJsonObject(announced) ? termsOf(readDefinition(announced)) : null;
}
