import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import type { ListArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface HistoryArguments extends ListArguments {
  currencyId?: string | null;
  interval: CalendarInterval;
  from?: Instant | null;
  to?: Instant | null;
}

/** One page of the balances of one currency of an address, interval by interval. @throws VALIDATION_ERROR naming `from` */
export async function listBalanceHistoryOf(
  context: AddressContext,
  walk: Walk,
  address: string,
  { currencyId, interval, from, to }: HistoryArguments & { currencyId: string },
) {
  if (from != null && to != null && from.seconds > to.seconds) {
    throw validationError('from', 'from must not be after to');
  }
  const { view, limit, after } = walk;
  const rows = await context.loaders.historyPages.load({
    key: { chainId: view.chainId, address, height: view.height },
    page: {
      ...{ currencyId, interval, from: from?.seconds ?? null, to: to?.seconds ?? null },
      after: after === null ? null : Number(after[0]),
      limit: limit + 1,
    },
  });
  const { rows: balancePoints, ...page } = walk.page(rows, ({ start }) => [start]);
  return { ...page, currencyId, balancePoints };
}
