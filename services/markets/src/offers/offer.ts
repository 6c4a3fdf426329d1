/** An amount of a currency, in satoshis. */
export interface Amount {
  /** i-address. */
  currencyId: string;
  satoshis: bigint;
}

/** Value of the GraphQL enum OfferStatus. */
export type OfferStatus = 'OPEN' | 'TAKEN' | 'CLOSED' | 'EXPIRED';

/** Output 0 of a transaction, laid down so that an offer may give it away (docs/verus/offers.md#what-is-posted). */
export interface Lot {
  txid: string;
  /** Null for one that gives amounts alone. */
  identityAddress: string | null;
  /** All that the output holds: native coins first, then tokens. */
  gives: readonly Amount[];
}

/** A half-signed transaction that gives a lot for one output that it asks for. */
export interface PostedOffer {
  /** Transaction of the lot, by which the daemon names the offer. */
  lotTxid: string;
  /** Last height at which the half-signed transaction can be mined; 0: no limit. */
  expiryHeight: number;
  asked: AskedOutput;
}

/** The output that the taker of an offer has to make. */
export interface AskedOutput {
  /** Native satoshis. */
  value: bigint;
  script: Uint8Array;
}

/** The asked output, as far as its script can be read. */
export interface Asked {
  /** Native coins first, then tokens; null: the script cannot be read. */
  asks: readonly Amount[] | null;
  identityAddress: string | null;
  /** Address that gets it; of an identity, the one that controls it then. Null where that is no single address. */
  payTo: string | null;
}

/** How an offer stood at a height. */
export interface OfferEnd {
  /** Height of the block that spends the lot. */
  height: number;
  isTaken: boolean;
}

/**
 * Status of an offer as of a height. An expired lot is still there: its owner may take it back.
 * @param end absent as long as the lot is not spent by that height
 */
export function offerStatus(expiryHeight: number, end: OfferEnd | null, height: number): OfferStatus {
  if (end !== null && end.height <= height) return end.isTaken ? 'TAKEN' : 'CLOSED';
  return expiryHeight !== 0 && expiryHeight <= height ? 'EXPIRED' : 'OPEN';
}
