import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import { listControlledPage } from './controlled-identities.ts';
import type { IdentityConnection } from './identity-node.ts';
import type { GraphContext } from './loaders.ts';

interface AddressReference {
  chainId: string;
  address: string;
  at: number | null;
}

interface AddressNode {
  chainId: string;
  address: string;
  at: number | null;
  view: ChainView;
}

export const Address = {
  async __resolveReference({ chainId, address, at }: AddressReference, context: GraphContext): Promise<AddressNode> {
    const view = await context.loaders.view.load({ chainId, at });
    return { chainId, address, at: view.at, view };
  },

  async controls(
    { chainId, address, at }: AddressNode,
    args: PageArguments,
    context: GraphContext,
  ): Promise<IdentityConnection> {
    const walk = await context.walk('Address.controls', { ...args }, { chainId, at, keys: { address } });
    return listControlledPage(context, walk, { role: 'PRIMARY', holder: address });
  },
};
