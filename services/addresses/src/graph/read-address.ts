import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { AddressContext } from './loaders.ts';

/** An argument, and its place in messages. */
interface ArgumentPlace {
  argument: string;
  place: string;
}

const ADDRESS: ArgumentPlace = { argument: 'address', place: 'address' };

/**
 * Resolves an address or the i-address of a name. An address need not have been used; a name must have been, at least by its
 * registration, since an unregistered name is more likely a typing error.
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
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
