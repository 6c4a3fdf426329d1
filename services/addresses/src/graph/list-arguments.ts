import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { readIdentityAddress } from '@ledgergraph/chain-kit/graph/name-arguments';

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

/** Arguments of every query on many addresses. */
export interface AddressesArguments {
  chainId?: string | null;
  addresses: readonly string[];
  asOf?: AsOf | null;
}

/** The currency that a filter names; null without one. @throws VALIDATION_ERROR naming `currencyId` */
export function readCurrencyId(currencyId: string | null | undefined): string | null {
  return currencyId == null ? null : readIdentityAddress('currencyId', currencyId);
}
