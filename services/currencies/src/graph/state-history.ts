import { readRange } from '@ledgergraph/chain-kit/graph/arguments';
import { countStates, listStates } from '#/db/state-rows.ts';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import type { StateObject } from './currency-object.ts';
import { findNamedCurrency, type NamedCurrencyArguments } from './find-named-currency.ts';
import type { Context } from './loaders.ts';

export interface HistoryArguments extends NamedCurrencyArguments {
  chainId?: string | null;
  fromHeight?: number | null;
  toHeight?: number | null;
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
 * One page of Query.currencyHistory, oldest first. A state's ordinal counts the states before it, so the range of heights
 * becomes a range of ordinals, and its size the total.
 */
export async function listStateHistory(
  db: PrismaClient,
  args: HistoryArguments,
  context: Context,
): Promise<CurrencyStateConnection> {
  const { from, to } = readRange(args.fromHeight, args.toHeight);
  const walk = await context.walk('currencyHistory', { ...args }, { chainId: args.chainId, toHeight: to });
  const { view } = walk;
  const { currencyId } = await findNamedCurrency(view, args, context);
  const currency = { chainId: view.chainId, currencyId };
  const [before, last] = await Promise.all([
    countStates(db, { ...currency, height: Math.min((from ?? 0) - 1, view.height) }),
    countStates(db, { ...currency, height: Math.min(to ?? view.height, view.height) }),
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
