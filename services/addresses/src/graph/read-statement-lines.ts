import { readLimit } from '@ledgergraph/chain-kit/graph/arguments';
import { readStatementLines, type StatementLines } from '#/db/statement-lines.ts';
import type { AddressContext } from './loaders.ts';

export interface StatementLinesArguments {
  chainId: string;
  address: string;
  currencyId: string;
  fromHeight: number;
  toHeight: number;
  after?: readonly [number, number] | null;
  limit?: number | null;
  withFacts?: boolean | null;
}

/** Query.statementLines: a part of Address.statement for an export, which asks for the ids and heights that the statement named. */
export async function readLinesOfStatement(
  _: unknown,
  { chainId, address, currencyId, fromHeight, toHeight, after, limit, withFacts }: StatementLinesArguments,
  context: AddressContext,
): Promise<Omit<StatementLines, 'last'> & { last: readonly [number, number] | null }> {
  const view = await context.view(chainId);
  const { last, ...part } = await readStatementLines(await context.reads(chainId), {
    ...{ chainId, address, currencyId, from: fromHeight, to: Math.min(toHeight, view.height) },
    after: after == null ? null : { height: after[0], txIndex: after[1] },
    limit: readLimit(limit, context.pageMax),
    withFacts: withFacts === true,
  });
  return { ...part, last: last && [last.height, last.txIndex] };
}
