import type { BlocksContext } from './loaders.ts';
import type { Reference } from './nodes.ts';
import { openPool, type PoolView } from './open-pool.ts';

export type AddressReference = Reference & { address: string };

export interface AddressPendingNode {
  address: string;
  at: number | null;
  pool: PoolView;
}

export const Address = {
  pending: async (
    { chainId, address, at = null }: AddressReference,
    _: unknown,
    context: BlocksContext,
  ): Promise<AddressPendingNode> => ({ address, at, pool: await openPool(context, chainId, at) }),
};
