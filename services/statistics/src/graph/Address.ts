import type { Order } from '#/db/stakes.ts';
import { listStakesOf, type StakePage } from './list-stakes.ts';
import type { Context } from './loaders.ts';

interface AddressReference {
  chainId: string;
  address: string;
  /** Height of the asOf; null: the pin. */
  at?: number | null;
}

export const Address = {
  __resolveReference: ({ chainId, address, at = null }: AddressReference): AddressReference => ({
    chainId,
    address,
    at,
  }),

  async stakes(
    { chainId, address, at }: AddressReference,
    args: { order?: Order | null; limit?: number | null; cursor?: string | null },
    context: Context,
  ): Promise<StakePage> {
    const order = args.order ?? 'DESC';
    const walk = await context.walk('Address.stakes', { ...args, order }, { chainId, at, keys: { address } });
    return listStakesOf(context, walk, address, order);
  },
};
