import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { countDefinitions, type DefinitionRow, listDefinitions } from '#/db/definition-rows.ts';
import { type FilterArguments, readCurrencyFilter } from './currency-filter.ts';
import type { CurrencyObject } from './currency-object.ts';
import type { Context } from './loaders.ts';

export interface CurrenciesArguments extends FilterArguments {
  chainId?: string | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface CurrencyConnection {
  currencies: CurrencyObject[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: () => Promise<bigint>;
}

export async function listCurrencies(args: CurrenciesArguments, context: Context): Promise<CurrencyConnection> {
  const walk = await context.walk('currencies', { ...args }, { chainId: args.chainId, asOf: args.asOf });
  const { view } = walk;
  const filter = await readCurrencyFilter(args, view, context);
  const db = await context.reads(view.chainId);
  const after = walk.after as [number, number, number] | null;
  const read = await listDefinitions(db, view, filter, after, walk.limit + 1);
  const { rows, hasMore, nextCursor } = walk.page(read, position);
  return {
    currencies: rows.map((row) => ({ view, currencyId: row.currencyId, row })),
    hasMore,
    nextCursor,
    totalCount: () => countDefinitions(db, view, filter),
  };
}

function position({ height, txIndex, vout }: DefinitionRow): [number, number, number] {
  return [height, txIndex, vout];
}
