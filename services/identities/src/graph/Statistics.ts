import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { GraphContext } from './loaders.ts';

interface StatisticsReference {
  chainId: string;
  interval: string;
  fromHeight: number;
  toHeight: number;
  at: number | null;
}

interface StatisticsNode extends StatisticsReference {
  view: ChainView;
}

export const Statistics = {
  async __resolveReference(reference: StatisticsReference, context: GraphContext): Promise<StatisticsNode> {
    const { chainId, at } = reference;
    return { ...reference, view: await context.loaders.view.load({ chainId, at }) };
  },

  /** Identities are numbered in the order of their registration. */
  async newIdentities({ view, fromHeight, toHeight }: StatisticsNode, _: unknown, { loaders }: GraphContext) {
    const { chainId } = view;
    const countUpTo = (height: number): Promise<number> =>
      loaders.identityCount.load({ chainId, height: Math.min(height, view.height) });
    const [before, last] = await Promise.all([countUpTo(fromHeight - 1), countUpTo(toHeight)]);
    return last - before;
  },
};
