import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { readRange } from './arguments.ts';
import type { ReadContext } from './read-context.ts';

interface ChangeArguments {
  chainId: string;
  fromHeight: number;
  toHeight: number;
  ids?: readonly string[] | null;
  limit?: number | null;
}

/** For the gateway. Reads no block above the pin. */
export function changesIn(
  list: ListChanges,
): (source: unknown, args: ChangeArguments, context: Pick<ReadContext, 'view' | 'reads'>) => Promise<ChangePlace[]> {
  return async (_source, { chainId, fromHeight, toHeight, ids = null, limit = null }, context) => {
    const view = await context.view(chainId);
    const { from, to } = readRange(fromHeight, toHeight);
    return list(await context.reads(chainId), {
      chainId,
      from: from ?? 0,
      to: Math.min(to ?? view.height, view.height),
      ids,
      limit,
    });
  };
}

export type ListChanges = (db: SqlExecutor, range: ChangeRange) => Promise<ChangePlace[]>;

/** @param ofAll $1: id of the chain; $2, $3: heights from and to, included; $4: limit or null @param ofSome with $5: the ids */
export function changeList(ofAll: string, ofSome: string): ListChanges {
  return async (db, { chainId, from, to, ids, limit }) =>
    ids === null
      ? db.$queryRawUnsafe<ChangePlace[]>(ofAll, chainId, from, to, limit)
      : db.$queryRawUnsafe<ChangePlace[]>(ofSome, chainId, from, to, limit, ids);
}
