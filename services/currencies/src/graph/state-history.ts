import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { countStates, listStates } from '#/db/state-rows.ts';
import type { StateObject } from './currency-object.ts';
import { findNamedCurrency, type NamedCurrencyArguments } from './find-named-currency.ts';
import type { Context } from './loaders.ts';

export interface HistoryArguments extends NamedCurrencyArguments, RangeArguments {
  chainId?: string | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface CurrencyStateConnection {
  states: StateObject[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number;
}

/**
 * One page of Query.currencyHistory, oldest first. A state's ordinal counts the states before it, so a range of heights
 * becomes a range of ordinals, and its size the total.
 */
export async function listStateHistory(args: HistoryArguments, context: Context): Promise<CurrencyStateConnection> {
  const scope = { chainId: args.chainId, range: readWantedRange(args) };
  const walk = await context.walk('currencyHistory', { ...args }, scope);
  const { view, range } = walk;
  const { currencyId } = await findNamedCurrency(view, args, context);
  const currency = { chainId: view.chainId, currencyId };
  const db = await context.reads(view.chainId);
  const [before, last] = await Promise.all([
    countStates(db, { ...currency, height: range.from - 1 }),
    countStates(db, { ...currency, height: range.to }),
  ]);
  const [after] = (walk.after ?? [before]) as [number];
  const read = await listStates(db, currency, { first: after, last }, walk.limit + 1);
  const { rows, hasMore, nextCursor } = walk.page(read, (row) => [row.ordinal]);
  return {
    states: rows.map((row) => ({ view, currencyId, row, supplyHeight: row.height })),
    hasMore,
    nextCursor,
    totalCount: last - before,
  };
}
