import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';
import type { Context } from './loaders.ts';
import { type Connection, type CurrencyRef, currencyRef, type PageArguments, type Reference } from './nodes.ts';

interface StatisticsReference extends Reference {
  interval: CalendarInterval;
  fromHeight: number;
  toHeight: number;
}

interface StatisticsNode extends StatisticsReference {
  view: ChainView;
}

interface CurrencyVolume {
  currency: CurrencyRef;
  transferred: bigint;
  converted: bigint;
}

export const Statistics = {
  async __resolveReference(reference: StatisticsReference, context: Context): Promise<StatisticsNode> {
    const { chainId, at } = reference;
    return { ...reference, view: await context.view(chainId, { at }) };
  },

  async conversions({ view, fromHeight, toHeight }: StatisticsNode, _: unknown, { loaders }: Context): Promise<number> {
    const { chainId } = view;
    const countUpTo = (height: number): Promise<number> =>
      loaders.conversionCounts.load({ chainId, height: Math.min(height, view.height) });
    const [before, last] = await Promise.all([countUpTo(fromHeight - 1), countUpTo(toHeight)]);
    return last - before;
  },

  async volumes(
    { view, interval, fromHeight, toHeight }: StatisticsNode,
    args: PageArguments,
    context: Context,
  ): Promise<Connection<'volumes', CurrencyVolume>> {
    const { chainId, at } = view;
    // The last block of an open interval is the one that is read, so the cursor is bound to the first block alone.
    const keys = { interval, fromHeight: String(fromHeight) };
    const walk = await context.walk('Statistics.volumes', { ...args }, { chainId, at, keys });
    const listed = await context.loaders.volumePages.load({
      key: { chainId, interval, fromHeight, toHeight: Math.min(toHeight, walk.view.height) },
      page: { after: String(walk.after?.[0] ?? ''), limit: walk.limit + 1 },
    });
    const { rows, ...rest } = walk.page(listed, ({ currencyId }) => [currencyId]);
    const volumes = rows.map(({ currencyId, transferred, converted }) => ({
      currency: currencyRef(walk.view, currencyId),
      transferred: BigInt(transferred),
      converted: BigInt(converted),
    }));
    return { ...rest, volumes };
  },
};
