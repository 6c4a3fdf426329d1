/** A payment of a registration to an identity. */
export interface SharePayment {
  /** Position of the output. */
  vout: number;
  /** i-address. */
  address: string;
  /** In the currency that is paid in. */
  satoshis: bigint;
}

/** The registration of an identity, as the outputs of its transaction show it. Amounts in satoshis of `currencyId`, but the fee. */
export interface Registration {
  identityAddress: string;
  /** Currency whose rules hold: its identity is the parent of the new one. */
  parentId: string;
  /** Identity that the reservation of the name names as referrer. */
  referrer: string | null;
  /** Currency that is paid in. */
  currencyId: string;
  /** To the referrer, to the referrer's referrer … in this order. */
  shares: readonly SharePayment[];
  burned: bigint;
  /** Paid to the identity of the parent, where that one issues its currency alone. */
  paidToParent: bigint;
  /** Native satoshis that the transaction leaves to the fee pool; null where the value of an input is unknown. */
  fee: bigint | null;
}

/** Rules by which a currency charges for identities below it. */
export interface RegistrationTerms {
  /** idregistrationfees, in satoshis of the currency. */
  registrationFee: bigint;
  /** idreferrallevels; 0 where referrers get nothing, so that their name lowers no price (CCurrencyDefinition::IDReferredRegistrationAmount). */
  referralLevels: number;
}

/**
 * Satoshis of the paid currency that the registration cost: all that others got. Below the native currency the native fee is the rest of the
 * price. Null where that fee is unknown.
 */
export function priceOf(chainId: string, registration: Registration): bigint | null {
  const { parentId, shares, burned, paidToParent, fee } = registration;
  const paid = shares.reduce((sum, { satoshis }) => sum + satoshis, burned + paidToParent);
  if (parentId !== chainId) return paid;
  return fee === null ? null : paid + fee;
}

/**
 * Compares a registration with the rules (docs/verus/fees.md#prices): price, share of each referrer, and who they are.
 * @param terms of the parent; null: they are unknown
 * @param inherited referrers that the referrer's own registration paid, in order; null: it is unknown
 * @returns null where the rules cannot be compared: they are unknown, or the price is set in a reserve of a basket
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
