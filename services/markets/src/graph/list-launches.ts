import { listLaunches } from '#/db/list-launches.ts';
import type { LaunchStatus } from '#/launches/launch.ts';
import type { LaunchNode } from './Launch.ts';
import type { Context } from './loaders.ts';
import type { Connection, ListArguments } from './nodes.ts';

export interface LaunchesArguments extends ListArguments {
  launchState?: LaunchStatus | null;
}

export async function listLaunchPage(
  _: unknown,
  args: LaunchesArguments,
  context: Context,
): Promise<Connection<'launches', LaunchNode>> {
  const order = args.order ?? 'DESC';
  const walk = await context.walk('launches', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const { view, limit } = walk;
  const { chainId, height } = view;
  const after = walk.after as [number, number, number] | null;
  const db = await context.reads(chainId);
  const read = await listLaunches(db, {
    chainId,
    height,
    status: args.launchState ?? null,
    order,
    after,
    limit: limit + 1,
  });
  const { rows, ...rest } = walk.page(read, (row) => [row.height, row.txIndex, row.vout]);
  return { ...rest, launches: rows.map((row) => ({ ...row, view })) };
}
