import type { Coin } from '@ledgergraph/generators/chain-parts/coin';
import type { Draft } from '@ledgergraph/generators/chain-parts/outputs';
import type { BuiltTransaction } from '@ledgergraph/generators/chain-parts/transaction';
import type { FlowCurrency } from '@ledgergraph/generators/flow-chain/flow-currency';
import type { TransferRequest } from '@ledgergraph/generators/flow-chain/transfer-request';

/** A transfer that waits in an output. */
export interface Waiting {
  coin: Coin;
  request: TransferRequest;
}

/** A change of the supply of a currency, as its generator makes it; satoshis. */
export interface SupplyStep {
  currencyId: string;
  kind: string;
  amount: bigint;
}

/** A conversion that an import pays; satoshis. */
export interface Converted {
  txid: string;
  vout: number;
  direction: string;
  amountOut: bigint;
}

/** Parts of a transaction that value flows through. */
export interface Flow {
  /** Currency that has to be defined before. */
  needs?: string;
  /** The transfers that its first outputs are, in their order. */
  requests?: readonly TransferRequest[];
  exported?: { systemId: string; transfers: readonly Waiting[]; totals: ReadonlyMap<string, bigint> };
  imported?: { transfers: readonly Pick<Coin, 'txid' | 'vout'>[]; conversions: readonly Converted[] };
  supply?: readonly SupplyStep[];
  /** The basket as it stands after this. */
  basket?: FlowCurrency;
  /** A currency that it defines, or launches. */
  launch?: { currencyId: string; status: 'PRELAUNCH' | 'COMPLETE' };
  posted?: PostedLot;
  ended?: { lot: Coin; how: 'TAKEN' | 'CLOSED' };
}

/** An offer of native coins for others. */
export interface PostedLot {
  lot: Coin;
  asked: Draft;
  owner: string;
  expiryHeight: number;
}

/** A transaction of the tree, with the flows in it. */
export interface TreeTransaction extends BuiltTransaction {
  flow?: Flow;
}
