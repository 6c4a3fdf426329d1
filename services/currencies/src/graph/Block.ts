import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import type { BlockKey, Context } from './loaders.ts';
import type { CurrencyStateConnection } from './state-history.ts';

/** `at` is the height of the asOf; null: the pin. */
interface BlockReference extends BlockKey {
  at?: number | null;
}

export const Block = {
  __resolveReference: ({ chainId, hash, at = null }: BlockReference): BlockReference => ({ chainId, hash, at }),

  async currencyStates(
    { chainId, hash, at }: BlockReference,
    args: PageArguments,
    context: Context,
  ): Promise<CurrencyStateConnection> {
    const view = await context.view(chainId, { at });
    const all = await context.loaders.blockStates.load({ chainId, hash });
    const page = await context.fixedPage('Block.currencyStates', { chainId, hash }, args, (start, count) =>
      all.slice(start, start + count),
    );
    return {
      states: page.rows.map((row) => ({ view, currencyId: row.currencyId, row, supplyHeight: row.height })),
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
      totalCount: all.length,
    };
  },
};
