import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';

/** Arguments of every list. */
export interface ListArguments {
  limit?: number | null;
  cursor?: string | null;
}

/** Arguments of every query on one address. */
export interface AddressArguments {
  chainId?: string | null;
  address: string;
  asOf?: AsOf | null;
}
