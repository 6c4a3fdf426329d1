import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findIdIfGiven } from '@ledgergraph/chain-kit/graph/name-arguments';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { AddressContext } from './loaders.ts';

export interface ListArguments {
  limit?: number | null;
  cursor?: string | null;
}

export interface ViewArguments {
  chainId?: string | null;
  asOf?: AsOf | null;
}

export interface AddressArguments extends ViewArguments {
  address: string;
}

export interface AddressesArguments extends ViewArguments {
  addresses: readonly string[];
}

export interface CurrencyArgument {
  currency?: string | null;
}

/** An i-address need not be known. A name is hashed to its i-address, so no other service is asked. @throws as findId */
export async function findCurrencyId(
  { loaders }: AddressContext,
  view: ChainView,
  { currency }: CurrencyArgument,
): Promise<string | null> {
  const { chainId, height } = view;
  return findIdIfGiven('currency', currency, view, {
    kind: 'currency',
    find: (currencyId) => loaders.currencyHeights.load({ chainId, currencyId, height }),
  });
}

/** By default the chain's own. @throws NOT_FOUND also for an unknown i-address */
export async function findKnownCurrencyId(
  context: AddressContext,
  view: ChainView,
  args: CurrencyArgument,
): Promise<string> {
  const { chainId, height, network } = view;
  const currencyId = (await findCurrencyId(context, view, args)) ?? chainId;
  if (
    currencyId === chainId ||
    (await context.loaders.currencyHeights.load({ chainId, currencyId, height })) !== null
  ) {
    return currencyId;
  }
  throw notFound(`no currency ${currencyId} on ${network.name}`);
}
