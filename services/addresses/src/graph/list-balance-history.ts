import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { CalendarInterval } from '@ledgergraph/graph-kit/calendar';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { Instant } from '@ledgergraph/graph-kit/instant';
import type { CurrencyArgument, ListArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface HistoryArguments extends ListArguments, CurrencyArgument {
  interval: CalendarInterval;
  fromTime?: Instant | null;
  toTime?: Instant | null;
  order?: 'ASC' | 'DESC' | null;
}

/** @throws VALIDATION_ERROR naming `fromTime` */
export async function listBalanceHistoryOf(
  context: AddressContext,
  walk: Walk,
  address: string,
  { currencyId, interval, fromTime, toTime, order }: HistoryArguments & { currencyId: string },
) {
  if (fromTime != null && toTime != null && fromTime.seconds > toTime.seconds) {
    throw validationError('fromTime', 'fromTime must not be after toTime');
  }
  const { view, limit, after } = walk;
  const rows = await context.loaders.historyPages.load({
    key: { chainId: view.chainId, address, height: view.height },
    page: {
      currencyId,
      interval,
      from: fromTime?.seconds ?? null,
      to: toTime?.seconds ?? null,
      order: order ?? 'ASC',
      after: after === null ? null : Number(after[0]),
      limit: limit + 1,
    },
  });
  const { rows: balancePoints, ...page } = walk.page(rows, ({ start }) => [start]);
  return { ...page, currencyId, balancePoints };
}
