import type { BlockRow } from '#/db/block-rows.ts';
import type { Context } from './loaders.ts';

/** The key by which the gateway names a block to us. */
interface BlockReference {
  chainId: string;
  hash: string;
  /** Height of the asOf it was reached through; null: the pin. */
  at?: number | null;
}

export const Block = {
  __resolveReference: ({ chainId, hash, at = null }: BlockReference): BlockReference => ({ chainId, hash, at }),

  async markets({ chainId, hash, at }: BlockReference, _: unknown, context: Context): Promise<BlockRow | null> {
    const view = await context.view(chainId, { at });
    return context.loaders.blockRow.load({ chainId, hash, heightMax: view.height });
  },
};
