export interface Amount {
  currencyId: string;
  satoshis: bigint;
}

export type OfferStatus = 'OPEN' | 'TAKEN' | 'CLOSED' | 'EXPIRED';

/** Output 0 of a transaction, made to be given away by an offer (docs/verus/offers.md#what-is-posted). */
export interface Lot {
  txid: string;
  /** Null for a lot of amounts alone. */
  identityAddress: string | null;
  gives: readonly Amount[];
}

/** A half-signed transaction that gives a lot for one output. */
export interface PostedOffer {
  /** The daemon names the offer by the transaction of the lot. */
  lotTxid: string;
  /** Last height at which the transaction can be mined; 0 means no limit. */
  expiryHeight: number;
  asked: AskedOutput;
}

export interface AskedOutput {
  value: bigint;
  script: Uint8Array;
}

export interface Asked {
  /** Null if the script cannot be read. */
  asks: readonly Amount[] | null;
  identityAddress: string | null;
  /** Receiver, or controller of the asked identity; null if that is no single address. */
  payTo: string | null;
}

export interface OfferEnd {
  height: number;
  isTaken: boolean;
}

/** The owner of an expired lot may still take it back. @param end absent while the lot is not spent */
export function offerStatus(expiryHeight: number, end: OfferEnd | null, height: number): OfferStatus {
  if (end !== null && end.height <= height) return end.isTaken ? 'TAKEN' : 'CLOSED';
  return expiryHeight !== 0 && expiryHeight <= height ? 'EXPIRED' : 'OPEN';
}
