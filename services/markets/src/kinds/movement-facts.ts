import type { PayoutRole } from '#/flows/paid-import.ts';
import type { TransferKind } from '#/flows/transfer.ts';

/** Role of an address in a transaction, as addresses decides it. */
export type Direction = 'RECEIVED' | 'SENT' | 'SELF';

/** A movement as addresses lists it: one currency of an address, or of a wallet, in one transaction. */
export interface Movement {
  /** The address, or those of the wallet that have a part in the transaction. */
  addresses: readonly string[];
  currencyId: string;
  /** Net, signed, in satoshis. */
  amount: bigint;
  direction: Direction;
}

/** A transfer that a transaction makes. */
export interface MadeTransfer {
  kind: TransferKind;
  fromId: string;
  fee: bigint;
  feeCurrencyId: string;
  /** Its import stands on another chain, or one on this chain only sends it on. */
  leaves: boolean;
}

/** An output by which an import of the transaction pays the address in the currency of the movement. */
export interface PaidPart {
  role: PayoutRole;
  /** Kind of the transfer that it pays; null: it pays none. */
  kind: TransferKind | null;
  isRefund: boolean;
  /** The transfer stands on another chain. */
  arrives: boolean;
}

/** A registration of an identity, as far as its payments need it. */
export interface Registered {
  parentId: string;
  /** Currency of the amounts, which are in satoshis. */
  currencyId: string;
  burned: bigint;
  paidToParent: bigint;
  /** Referral shares. */
  shares: readonly { readonly address: string; readonly satoshis: bigint }[];
}

/** Facts of a transaction that do not depend on who looks at it. */
export interface TransactionFacts {
  isCoinbase: boolean;
  /** Its block is staked. */
  isStakedBlock: boolean;
  /** It is the stake of its block: a coin that wins and comes back. */
  isStake: boolean;
  /**
   * Native satoshis that it took from those who paid it, besides what its transfers give: its fee, and those of its transfers. Null: it is a
   * plain payment, brings an export or an import, or the value of an input is unknown.
   */
  cost: bigint | null;
  /** It lays down what an offer gives, posts an offer, takes one, or ends one otherwise. */
  isOffer: boolean;
  /** It defines a currency that is launched on this chain. */
  isDefinition: boolean;
  /** Null: it registers no identity. */
  registered: Registered | null;
  /** In the order of its outputs. */
  transfers: readonly MadeTransfer[];
}

/** All that the kind of a movement follows from. */
export interface MovementFacts extends Movement {
  /** i-address of the native currency. */
  chainId: string;
  transaction: TransactionFacts;
  /** None where the transaction has no import that pays the address. */
  paid: readonly PaidPart[];
}
