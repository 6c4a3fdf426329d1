import { readLimit } from '@ledgergraph/chain-kit/graph/arguments';
import { readStatementLines, type StatementLines, type StatementPart } from '#/db/statement-lines.ts';
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

export interface StatementLinesArguments extends StatementArguments {
  withFacts?: boolean | null;
}

export interface StatementPlacesArguments extends StatementArguments {
  every: number;
}

/** Query.statementLines: a part of Address.statement for an export, which asks for the ids and heights that the statement named. */
export async function readLinesOfStatement(
  _: unknown,
  args: StatementLinesArguments,
  context: AddressContext,
): Promise<Omit<StatementLines, 'last'> & { last: readonly [number, number] | null }> {
  const { last, ...part } = await readStatementLines(await context.reads(args.chainId), {
    ...(await rangeOf(args, context)),
    limit: readLimit(args.limit, context.pageMax),
    withFacts: args.withFacts === true,
  });
  return { ...part, last: last && [last.height, last.txIndex] };
}

/** Query.statementPlaces: where the parts of such an export end, so that several are read at once. */
export async function readPlacesOfStatement(
  _: unknown,
  args: StatementPlacesArguments,
  context: AddressContext,
): Promise<(readonly [number, number])[]> {
  const every = readLimit(args.every, context.pageMax);
  const range = { ...(await rangeOf(args, context)), limit: every * readLimit(args.limit) };
  const places = await readStatementPlaces(await context.reads(args.chainId), range, every);
  return places.map(({ height, txIndex }) => [height, txIndex]);
}

async function rangeOf(
  { chainId, address, currencyId, fromHeight, toHeight, after }: StatementArguments,
  context: AddressContext,
): Promise<Omit<StatementPart, 'limit' | 'withFacts'>> {
  const view = await context.view(chainId);
  return {
    ...{ chainId, address, currencyId, from: fromHeight, to: Math.min(toHeight, view.height) },
    after: after == null ? null : { height: after[0], txIndex: after[1] },
  };
}
