import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findIdIfGiven } from '@ledgergraph/chain-kit/graph/name-arguments';
import { notFound, validationError } from '@ledgergraph/graph-kit/errors';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { isId } from '@ledgergraph/verus-protocol/named-id';
import type { AddressContext } from './loaders.ts';

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

/** The currency that a filter names by its id; null without one. @throws VALIDATION_ERROR naming `currencyId`, for a name too */
export function readCurrencyId(currencyId: string | null | undefined): string | null {
  if (currencyId == null || isId(currencyId)) return currencyId ?? null;
  const query = `currency(name: "…") { currencyId } gives that of a name`;
  throw validationError('currencyId', `currencyId: ${addressFault(currencyId) ?? `it must be an i-address; ${query}`}`);
}

/** Arguments of a list with the id of the currency in place of its name: see findCurrencyId. */
export async function withCurrencyId<Args extends { currencyId?: string | null }>(
  context: AddressContext,
  view: ChainView,
  args: Args,
): Promise<Args> {
  return { ...args, currencyId: await findCurrencyId(context, view, args.currencyId) };
}

/**
 * The id of the currency that an argument names by id or by name; null without one. An id need not be known; a name must be, since one that
 * is not is more likely a typing error than a filter that finds nothing. The name of a currency is hashed to its id, so no other service is
 * asked.
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function findCurrencyId(
  context: AddressContext,
  view: ChainView,
  text: string | null | undefined,
  argument = 'currencyId',
): Promise<string | null> {
  const { chainId, height } = view;
  return findIdIfGiven(argument, text, view, {
    kind: 'currency',
    find: (currencyId) => context.loaders.currencyHeights.load({ chainId, currencyId, height }),
  });
}

/** The same for a list about one currency, which the answer names: by default the chain's own. @throws NOT_FOUND also for an id that is not known */
export async function findKnownCurrencyId(
  context: AddressContext,
  view: ChainView,
  text: string | null | undefined,
  argument?: string,
): Promise<string> {
  const { chainId, height, network } = view;
  const currencyId = (await findCurrencyId(context, view, text, argument)) ?? chainId;
  if (
    currencyId === chainId ||
    (await context.loaders.currencyHeights.load({ chainId, currencyId, height })) !== null
  ) {
    return currencyId;
  }
  throw notFound(`no currency ${currencyId} on ${network.name}`);
}
