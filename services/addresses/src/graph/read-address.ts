import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { onlyOne, readAddressOrIds } from '@ledgergraph/chain-kit/graph/name-arguments';
import { notFound } from '@ledgergraph/graph-kit/errors';
import { shown } from '@ledgergraph/verus-protocol/named-id';
import type { AddressContext } from './loaders.ts';

/** An argument of a field, and where in it the text stands. */
interface ArgumentPlace {
  argument: string;
  /** The place in messages. */
  place: string;
}

const ADDRESS: ArgumentPlace = { argument: 'address', place: 'address' };

/**
 * Resolves an argument to an address: an address itself, or the i-address of a name. An address need not have been
 * used; a name must have been, by its own registration if nothing else, since an unregistered name is more likely a
 * typing error.
 * @throws VALIDATION_ERROR naming `address`, or the argument of the place; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function readAddress(
  context: AddressContext,
  view: ChainView,
  text: string,
  at: ArgumentPlace = ADDRESS,
): Promise<string> {
  const read = readAddressOrIds({ argument: at.argument, text, place: at.place }, view.network);
  return typeof read === 'string' ? read : chooseUsed(context, view, text, read);
}

async function chooseUsed(
  context: AddressContext,
  view: ChainView,
  name: string,
  candidates: readonly string[],
): Promise<string> {
  const { chainId, height, network } = view;
  const used = await Promise.all(
    candidates.map(async (address) => (await context.loaders.activities.load({ chainId, address, height })) !== null),
  );
  const address = onlyOne(
    name,
    candidates.filter((_, index) => used[index]),
    (candidate) => candidate,
  );
  if (address === undefined) throw notFound(`no identity is named ${shown(name)} on ${network.name}`);
  return address;
}
