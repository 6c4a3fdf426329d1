import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';
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
  const { chainId, height } = view;
  return findAddress({ text, ...at }, view, {
    kind: 'identity',
    find: (address) => context.loaders.activities.load({ chainId, address, height }),
  });
}
