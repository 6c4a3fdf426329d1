import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import type { Context } from './loaders.ts';

export async function nameOf(
  { chainId, height, network }: ChainView,
  id: string,
  { loaders }: Context,
): Promise<string | null> {
  const rootId = identityAddressOf([network.rootName]);
  // No block of a root chain defines the root's currency, which has the name of the chain.
  if (id === rootId) return network.rootName;
  return loaders.names.load({ chainId, id, height, rootId });
}
