import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { listLaunches } from '#/db/list-launches.ts';
import type { LaunchStatus } from '#/launches/launch.ts';
import type { LaunchNode } from './Launch.ts';
import type { Context } from './loaders.ts';

export interface LaunchesArguments {
  chainId?: string | null;
  status?: LaunchStatus | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface LaunchConnection {
  launches: LaunchNode[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** One page of Query.launches, newest definition first. */
export async function listLaunchPage(args: LaunchesArguments, context: Context): Promise<LaunchConnection> {
  const walk = await context.walk('launches', { ...args }, { chainId: args.chainId, asOf: args.asOf });
  const { view, limit } = walk;
  const { chainId, height } = view;
  const after = walk.after as [number, number, number] | null;
  const db = await context.reads(chainId);
  const read = await listLaunches(db, { chainId, height, status: args.status ?? null, after, limit: limit + 1 });
  const page = walk.page(read, (row) => [row.height, row.txIndex, row.vout]);
  return { launches: page.rows.map((row) => ({ ...row, view })), hasMore: page.hasMore, nextCursor: page.nextCursor };
}
