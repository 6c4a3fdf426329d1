import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';
import type { AddressContext } from './loaders.ts';

interface StatisticsReference {
  chainId: string;
  interval: CalendarInterval;
  fromHeight: number;
  toHeight: number;
  at?: number | null;
}

interface StatisticsParent extends Omit<StatisticsReference, 'at'> {
  view: ChainView;
}

/** The statistics service owns the type and names its blocks; here it gets its addresses. */
export const Statistics = {
  __resolveReference: async (
    { at, ...reference }: StatisticsReference,
    context: AddressContext,
  ): Promise<StatisticsParent> => ({ ...reference, view: await context.view(reference.chainId, { at }) }),

  at: ({ view }: StatisticsParent) => view.at,

  async activeAddresses(parent: StatisticsParent, _: unknown, context: AddressContext): Promise<number> {
    const last = lastHeight(parent);
    return last < parent.fromHeight ? 0 : (await loadCounts(context, parent, last)).counts[parent.interval];
  },

  async newAddresses(parent: StatisticsParent, _: unknown, context: AddressContext): Promise<number> {
    const last = lastHeight(parent);
    if (last < parent.fromHeight) return 0;
    const [before, after] = await Promise.all([
      parent.fromHeight === 0 ? 0 : loadCounts(context, parent, parent.fromHeight - 1).then(({ ever }) => ever),
      loadCounts(context, parent, last).then(({ ever }) => ever),
    ]);
    return after - before;
  },
};

function lastHeight({ toHeight, view }: StatisticsParent): number {
  return Math.min(toHeight, view.height);
}

async function loadCounts({ loaders }: AddressContext, { chainId }: StatisticsParent, height: number) {
  const found = await loaders.activeCounts.load({ chainId, height });
  // Only a reorganisation during this request removes the row of a block that the view has.
  if (found === null) throw new Error(`no count of addresses at height ${height}`);
  return found;
}
