import type { BlocksContext } from './loaders.ts';
import type { Reference } from './nodes.ts';
import { openSeenPool } from './open-pool.ts';

type UtxoReference = Reference & {
  txid: string;
  vout: number;
  poolAt?: string | null;
};

export const Utxo = {
  spentByPending: async (
    { chainId, txid, vout, at = null, poolAt = null }: UtxoReference,
    _: unknown,
    context: BlocksContext,
  ): Promise<string | null> => {
    const { height, serial } = await openSeenPool(context, chainId, at, poolAt);
    return context.loaders.pendingSpender.load({ chainId, txid, vout, height, serial });
  },
};
