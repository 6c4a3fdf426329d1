import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';

/** Neither an address nor a name need have been used: an ambiguous name is the root's. @throws as findAddress */
export function readPoolAddress(text: string, view: ChainView): Promise<string> {
  return findAddress({ argument: 'address', text }, view, {
    kind: 'identity',
    isPartial: true,
    find: async () => null,
  });
}
