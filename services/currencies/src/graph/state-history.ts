import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import { countStates, listStates } from '#/db/state-rows.ts';
import type { StateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import { findNamedCurrency } from './named-currencies.ts';

export interface HistoryArguments extends RangeArguments, PageArguments {
  chainId?: string | null;
  currency: string;
  order?: 'ASC' | 'DESC' | null;
  asOf?: AsOf | null;
}

export interface CurrencyStateConnection {
  states: StateObject[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number;
}

/** A state's ordinal counts the states before it, so a range of heights becomes a range of ordinals, and its size the total. */
export async function listStateHistory(args: HistoryArguments, context: Context): Promise<CurrencyStateConnection> {
  const order = args.order ?? 'ASC';
  const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
  const walk = await context.walk('currencyHistory', { ...args, order }, scope);
  const { view, range } = walk;
  const { currencyId } = await findNamedCurrency(view, args.currency, context);
  const currency = { chainId: view.chainId, currencyId };
  const db = await context.reads(view.chainId);
  const [before, last] = await Promise.all([
    countStates(db, { ...currency, height: range.from - 1 }),
    countStates(db, { ...currency, height: range.to }),
  ]);
  const after = walk.after === null ? null : Number(walk.after[0]);
  const ordinals =
    order === 'ASC' ? { first: after ?? before, last } : { first: before, last: after === null ? last : after - 1 };
  const read = await listStates(db, currency, ordinals, order, walk.limit + 1);
  const { rows, hasMore, nextCursor } = walk.page(read, (row) => [row.ordinal]);
  return {
    states: rows.map((row) => ({ view, currencyId, row, supplyHeight: row.height })),
    hasMore,
    nextCursor,
    totalCount: last - before,
  };
}
