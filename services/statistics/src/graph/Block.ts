import type { BlockRequest } from '#/db/rewards.ts';
import type { Context } from './loaders.ts';

interface BlockReference {
  chainId: string;
  hash: string;
  /** Height of the asOf; null: the pin. */
  at?: number | null;
}

export const Block = {
  __resolveReference: ({ chainId, hash, at = null }: BlockReference): BlockReference => ({ chainId, hash, at }),

  async rewards(reference: BlockReference, _: unknown, context: Context) {
    const { chainId, at = null } = reference;
    const payouts = await context.loaders.payouts.load(await requestOf(reference, context));
    return payouts.map((payout) => ({ ...payout, currency: { chainId, currencyId: payout.currencyId, at } }));
  },

  async feePool(reference: BlockReference, _: unknown, context: Context): Promise<bigint | null> {
    return (await context.loaders.coinbase.load(await requestOf(reference, context)))?.feePool ?? null;
  },
};

async function requestOf({ chainId, hash, at }: BlockReference, context: Context): Promise<BlockRequest> {
  const view = await context.view(chainId, { at });
  return { chainId, hash, heightMax: view.height };
}
