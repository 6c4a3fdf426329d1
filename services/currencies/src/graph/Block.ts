import { readLimit, readOffset } from '@ledgergraph/chain-kit/graph/arguments';
import type { StateObject } from './currency-object.ts';
import type { BlockKey, Context } from './loaders.ts';

/** A block, and the height of the asOf it was reached through; null: the pin. */
interface BlockReference extends BlockKey {
  at?: number | null;
}

export const Block = {
  __resolveReference: ({ chainId, hash, at = null }: BlockReference): BlockReference => ({ chainId, hash, at }),

  async currencyStates(
    { chainId, hash, at }: BlockReference,
    args: { limit?: number | null; offset?: number | null },
    context: Context,
  ): Promise<StateObject[]> {
    const limit = readLimit(args.limit);
    const offset = readOffset(args.offset);
    const view = await context.view(chainId, { at });
    const rows = await context.loaders.blockStates.load({ chainId, hash });
    return rows
      .slice(offset, offset + limit)
      .map((row) => ({ view, currencyId: row.currencyId, row, supplyHeight: row.height }));
  },
};
