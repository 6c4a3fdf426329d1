import { readLimit } from '@ledgergraph/chain-kit/graph/arguments';
import { readStatementPart, type StatementExtent, type StatementPart } from '#/db/statement-part.ts';
import { readStatementPlaces } from '#/db/statement-places.ts';
import type { AddressContext } from './loaders.ts';

interface StatementArguments {
  chainId: string;
  address: string;
  currencyId: string;
  fromHeight: number;
  toHeight: number;
  after?: readonly [number, number] | null;
  limit?: number | null;
}

export interface StatementPartArguments extends StatementArguments {
  withFacts?: boolean | null;
}

export interface StatementPlacesArguments extends StatementArguments {
  every: number;
}

/** Query.statementPart: a part of Address.statement for an export, which asks for the ids and heights that the statement named. */
export async function readPartOfStatement(
  _: unknown,
  args: StatementPartArguments,
  context: AddressContext,
): Promise<Omit<StatementPart, 'last'> & { last: readonly [number, number] | null }> {
  const extent = { ...(await rangeOf(args, context)), limit: readLimit(args.limit, context.pageMax) };
  const { last, ...part } = await readStatementPart(await context.reads(args.chainId), extent, args.withFacts === true);
  return { ...part, last: last && [last.height, last.txIndex] };
}

/** Query.statementPlaces: where the parts of such an export end, so that several are read at once. */
export async function readPlacesOfStatement(
  _: unknown,
  args: StatementPlacesArguments,
  context: AddressContext,
): Promise<(readonly [number, number])[]> {
  const every = readLimit(args.every, context.pageMax);
  const extent = { ...(await rangeOf(args, context)), limit: every * readLimit(args.limit) };
  const places = await readStatementPlaces(await context.reads(args.chainId), extent, every);
  return places.map(({ height, txIndex }) => [height, txIndex]);
}

async function rangeOf(
  { chainId, address, currencyId, fromHeight, toHeight, after }: StatementArguments,
  context: AddressContext,
): Promise<Omit<StatementExtent, 'limit'>> {
  const view = await context.view(chainId);
  return {
    ...{ chainId, address, currencyId, from: fromHeight, to: Math.min(toHeight, view.height) },
    after: after == null ? null : { height: after[0], txIndex: after[1] },
  };
}
