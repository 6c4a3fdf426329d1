import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';

/**
 * Reads the argument of a list of pending transactions. Neither an address nor a name need have been used: a name of two things is the root's.
 * @throws as findAddress
 */
export function readPoolAddress(text: string, view: ChainView): Promise<string> {
  return findAddress({ argument: 'address', text }, view, {
    kind: 'identity',
    isPartial: true,
    find: async () => null,
  });
}
