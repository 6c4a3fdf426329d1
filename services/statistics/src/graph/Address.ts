import { listStakesOf, type StakePage } from './list-stakes.ts';
import type { Context } from './loaders.ts';

/** The key by which the gateway names an address to us. */
interface AddressReference {
  chainId: string;
  address: string;
  /** Height of the asOf it was reached through; null: the pin. */
  at?: number | null;
}

/** The addresses service owns Address; here it gets its staked blocks. */
export const Address = {
  __resolveReference: ({ chainId, address, at = null }: AddressReference): AddressReference => ({
    chainId,
    address,
    at,
  }),

  async stakes(
    { chainId, address, at }: AddressReference,
    args: { limit?: number | null; cursor?: string | null },
    context: Context,
  ): Promise<StakePage> {
    const walk = await context.walk('Address.stakes', { ...args }, { chainId, at, keys: { address } });
    return listStakesOf(context, walk, address);
  },
};
