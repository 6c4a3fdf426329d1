import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { BlocksContext } from './loaders.ts';

/**
 * Finds a network that the key may see, without reading it at a block.
 * @param chainId absent: the default network of the key's environment
 * @throws NOT_FOUND
 */
export async function findNetwork(context: BlocksContext, chainId?: string | null): Promise<Network> {
  const networks = await context.chains();
  const network = chainId == null ? networks[0] : networks.find((candidate) => candidate.chainId === chainId);
  if (network !== undefined) return network;
  throw chainId == null ? notFound('no network is known yet') : await context.unknownChain(chainId);
}
