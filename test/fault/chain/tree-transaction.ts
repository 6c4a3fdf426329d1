import type { Coin } from '@ledgergraph/generators/chain-parts/coin';
import type { Draft } from '@ledgergraph/generators/chain-parts/outputs';
import type { BuiltTransaction } from '@ledgergraph/generators/chain-parts/transaction';
import type { FlowCurrency } from '@ledgergraph/generators/flow-chain/flow-currency';
import type { TransferRequest } from '@ledgergraph/generators/flow-chain/transfer-request';

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

export interface TreeTransaction extends BuiltTransaction {
  flow?: Flow;
}
