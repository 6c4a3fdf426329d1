import type { Conversion } from '@ledgergraph/chain-generator/settle-transfers';
import type { TransferKind } from '@ledgergraph/chain-generator/transfer';

export interface Place {
  txid: string;
  vout: number;
  height: number;
}

/** Satoshis. */
export interface ExpectedPayout {
  txid: string;
  vout: number;
  address: string;
  currencyId: string;
  amount: bigint;
}

export interface ExpectedTransfer extends Place {
  kind: TransferKind;
  flags: number;
  fromId: string;
  amount: bigint;
  toId: string | null;
  viaId: string | null;
  fee: bigint;
  feeCurrencyId: string;
  destination: string;
  senders: readonly string[];
  systemId: string;
  export: Place | null;
  import: Place | null;
  isRefunded: boolean;
  payouts: ExpectedPayout[];
  conversion: Conversion | null;
  parent: { txid: string; vout: number } | null;
}

export interface ExpectedExport extends Place {
  destinationSystemId: string;
  currencyId: string;
  flags: number;
  totalAmounts: ReadonlyMap<string, bigint>;
  totalBurned: ReadonlyMap<string, bigint>;
  /** `txid:vout`, in order. */
  transfers: readonly string[];
}

export interface ExpectedImport extends Place {
  sourceSystemId: string;
  currencyId: string;
  flags: number;
  exportTxid: string;
  exportVout: number;
  transfers: readonly string[];
  exporterReward: bigint;
  notaryReward: bigint;
  /** Native, of its transaction. */
  fee: bigint;
  outputs: number;
}

export interface ExpectedState extends Place {
  currencyId: string;
  flags: number;
  supply: bigint;
  reserves: readonly { currencyId: string; reserves: bigint }[];
}

export interface ExpectedLaunch {
  currencyId: string;
  definedHeight: number;
  startBlock: number;
  clearedHeight: number | null;
  completedHeight: number | null;
  isConfirmed: boolean | null;
  /** Net of fees, by reserve. */
  accepted: Map<string, bigint>;
  /** By reserve. */
  refunded: Map<string, bigint>;
  launchPrice: Map<string, bigint>;
  carveOut: Map<string, bigint>;
  preallocations: readonly { address: string; amount: bigint }[];
}

export interface ExpectedRegistration extends Place {
  identityAddress: string;
  name: string;
  parentId: string;
  price: bigint;
  currencyId: string;
  referrer: string | null;
  shares: ExpectedPayout[];
  burned: bigint;
  /** Native, of its transaction. */
  fee: bigint;
}

export interface ExpectedOffer extends Place {
  gives: { currencyId: string; amount: bigint } | null;
  givesIdentity: string | null;
  asks: { currencyId: string; amount: bigint };
  payTo: string;
  expiryHeight: number;
  ended: { height: number; txid: string; how: 'TAKEN' | 'CLOSED' } | null;
}

/** Satoshis. */
export interface ExpectedBlock {
  height: number;
  fees: bigint;
  pool: bigint;
  reward: bigint;
  producer: string;
  staked: { address: string; txid: string; vout: number; amount: bigint; age: number } | null;
}

export interface ExpectedNotarization extends Place {
  systemId: string;
  notarizedHeight: number;
  notarizedHash: string;
  decided: { height: number; status: 'CONFIRMED' | 'REJECTED' } | null;
}

/** Written by the generator, in the order of the chain. */
export class FlowLedger {
  readonly transfers: ExpectedTransfer[] = [];
  readonly exports: ExpectedExport[] = [];
  readonly imports: ExpectedImport[] = [];
  readonly states: ExpectedState[] = [];
  readonly launches: ExpectedLaunch[] = [];
  readonly registrations: ExpectedRegistration[] = [];
  readonly offers: ExpectedOffer[] = [];
  readonly notarizations: ExpectedNotarization[] = [];
  readonly blocks: ExpectedBlock[] = [];
}

export function offerStatusAt(offer: ExpectedOffer, height: number): 'OPEN' | 'TAKEN' | 'CLOSED' | 'EXPIRED' {
  if (offer.ended !== null && offer.ended.height <= height) return offer.ended.how;
  return offer.expiryHeight <= height ? 'EXPIRED' : 'OPEN';
}
