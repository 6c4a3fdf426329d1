import type { Coin } from '@ledgergraph/chain-generator/coin';
import type { Draft } from '@ledgergraph/chain-generator/outputs';
import type { BuiltTransaction } from '@ledgergraph/chain-generator/transaction';
import type { TransferRequest } from '@ledgergraph/chain-generator/transfer';
import type { FlowCurrency } from '@ledgergraph/generators/flow-chain/flow-currency';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';

export interface Waiting {
  coin: Coin;
  request: TransferRequest;
}

/** In satoshis. */
export interface SupplyStep {
  currencyId: string;
  kind: string;
  amount: bigint;
}

/** In satoshis. */
export interface Converted {
  txid: string;
  vout: number;
  direction: string;
  amountOut: bigint;
}

export interface Flow {
  /** A currency that has to be defined before. */
  needs?: string;
  requests?: readonly TransferRequest[];
  exported?: { systemId: string; transfers: readonly Waiting[]; totals: ReadonlyMap<string, bigint> };
  imported?: { transfers: readonly Pick<Coin, 'txid' | 'vout'>[]; conversions: readonly Converted[] };
  supply?: readonly SupplyStep[];
  basket?: FlowCurrency;
  launch?: { currencyId: string; status: 'PRELAUNCH' | 'COMPLETE' };
  posted?: PostedLot;
  ended?: { lot: Coin; how: 'TAKEN' | 'CLOSED' };
}

export interface PostedLot {
  lot: Coin;
  asked: Draft;
  owner: string;
  expiryHeight: number;
}

/** In satoshis. */
export interface CurrencyRecord {
  currencyId: string;
  name: string;
  supply: bigint;
}

export interface TreeTransaction extends BuiltTransaction {
  flow?: Flow;
  identities?: readonly JsonObject[];
  currencies?: readonly CurrencyRecord[];
}
