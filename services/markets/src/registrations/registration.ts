export interface SharePayment {
  vout: number;
  address: string;
  satoshis: bigint;
}

/** All amounts except the fee are in `currencyId`. */
export interface Registration {
  identityAddress: string;
  /** Its rules hold, and its identity is the parent of the new one. */
  parentId: string;
  /** Identity that the reservation of the name names. */
  referrer: string | null;
  currencyId: string;
  /** To the referrer, then to the referrer's referrer, and so on. */
  shares: readonly SharePayment[];
  burned: bigint;
  /** Only where the identity of the parent alone issues its currency. */
  paidToParent: bigint;
  /** Native fee; null where the value of an input is unknown. */
  fee: bigint | null;
}

export interface RegistrationTerms {
  /** idregistrationfees, in units of the currency. */
  registrationFee: bigint;
  /** idreferrallevels; 0 where referrers get nothing and lower no price (CCurrencyDefinition::IDReferredRegistrationAmount). */
  referralLevels: number;
}

/** All that others got; below the native currency the native fee is the rest of the price. Null where that fee is unknown. */
export function priceOf(chainId: string, registration: Registration): bigint | null {
  const { parentId, shares, burned, paidToParent, fee } = registration;
  const paid = shares.reduce((sum, { satoshis }) => sum + satoshis, burned + paidToParent);
  if (parentId !== chainId) return paid;
  return fee === null ? null : paid + fee;
}

/**
 * Follows docs/verus/fees.md#prices.
 * @param inherited referrers that the referrer's registration paid, in order
 * @returns null where the rules are unknown, or the price is set in a reserve of a basket
 */
export function followsRules(
  chainId: string,
  registration: Registration,
  terms: RegistrationTerms | null,
  inherited: readonly string[] | null,
): boolean | null {
  const { referrer, currencyId, parentId, shares } = registration;
  const price = priceOf(chainId, registration);
  if (terms === null || price === null || currencyId !== parentId) return null;
  const { registrationFee, referralLevels } = terms;
  const levels = BigInt(referralLevels);
  if (referrer === null || referralLevels === 0) return price === registrationFee && shares.length === 0;
  const share = registrationFee / (levels + 2n);
  const earners = shares.map(({ address }) => address);
  // The identity of the parent ends the chain.
  const above = referrer === parentId ? [] : (inherited ?? earners.slice(1));
  const expected = [referrer, ...above].slice(0, referralLevels);
  return (
    price === (registrationFee * (levels + 1n)) / (levels + 2n) &&
    shares.every(({ satoshis }) => satoshis === share) &&
    earners.length === expected.length &&
    earners.every((address, index) => address === expected[index])
  );
}
