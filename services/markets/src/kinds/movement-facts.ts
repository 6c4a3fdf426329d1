import type { PayoutRole } from '#/flows/paid-import.ts';
import type { TransferKind } from '#/flows/transfer.ts';

export type Direction = 'RECEIVED' | 'SENT' | 'SELF';

/** One currency of an address or a wallet in one transaction, as addresses lists it. */
export interface Movement {
  addresses: readonly string[];
  currencyId: string;
  /** Net and signed. */
  amount: bigint;
  direction: Direction;
}

export interface MadeTransfer {
  kind: TransferKind;
  fromId: string;
  fee: bigint;
  feeCurrencyId: string;
  /** Its import is on another chain, or only sends it on. */
  leaves: boolean;
}

export interface PaidPart {
  role: PayoutRole;
  /** Null if it pays no transfer. */
  kind: TransferKind | null;
  isRefund: boolean;
  /** The transfer is on another chain. */
  arrives: boolean;
}

export interface Registered {
  parentId: string;
  /** The amounts are in this currency. */
  currencyId: string;
  burned: bigint;
  paidToParent: bigint;
  shares: readonly { readonly address: string; readonly satoshis: bigint }[];
}

export interface TransactionFacts {
  isCoinbase: boolean;
  isStakedBlock: boolean;
  /** The coin that wins the block, and comes back. */
  isStake: boolean;
  /** Native fees, with those of its transfers. Null for a plain payment, an export or import, or if an input has no known value. */
  cost: bigint | null;
  /** It makes a lot, or posts, takes or ends an offer. */
  isOffer: boolean;
  isDefinition: boolean;
  registered: Registered | null;
  transfers: readonly MadeTransfer[];
}

export interface MovementFacts extends Movement {
  /** i-address of the native currency. */
  chainId: string;
  transaction: TransactionFacts;
  paid: readonly PaidPart[];
}
