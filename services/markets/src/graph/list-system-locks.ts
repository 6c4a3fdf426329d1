import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { listSystemLocks, type SystemLockRow } from '#/db/lock-tables.ts';
import { findImportProgress, type ImportProgress } from './find-import-progress.ts';
import type { Context } from './loaders.ts';
import { nameOf } from './name-of.ts';
import { type ChainArguments, type Connection, type CurrencyRef, currencyRef, type PageArguments } from './nodes.ts';

export type SystemLocksArguments = ChainArguments & PageArguments;

interface SystemLockNode extends Pick<SystemLockRow, 'systemId' | 'currencyId' | 'locked'> {
  name: string | null;
  currency: CurrencyRef;
  inFlight: bigint | null;
}

export async function listSystemLocksOfChain(
  _: unknown,
  args: SystemLocksArguments,
  context: Context,
): Promise<Connection<'systemLocks', SystemLockNode>> {
  const walk = await context.walk('systemLocks', { ...args }, { chainId: args.chainId, asOf: args.asOf });
  const { view, limit } = walk;
  const { chainId, height } = view;
  const after = walk.after as [string, string] | null;
  const read = await listSystemLocks(await context.reads(chainId), { chainId, height, after, limit: limit + 1 });
  const { rows, ...rest } = walk.page(read, ({ systemId, currencyId }) => [systemId, currencyId]);
  const systems = [...new Set(rows.map(({ systemId }) => systemId))];
  const arrived = new Map(
    await Promise.all(systems.map(async (id) => [id, await findImportProgress(context, view, id)] as const)),
  );
  const nodes = rows.map((row) => toNode(context, view, row, arrived.get(row.systemId) ?? null));
  return { ...rest, systemLocks: await Promise.all(nodes) };
}

async function toNode(
  context: Context,
  view: ChainView,
  { exported, ...row }: SystemLockRow,
  arrived: ImportProgress | null,
): Promise<SystemLockNode> {
  const { chainId } = view;
  const { systemId, currencyId } = row;
  const key = { chainId, systemId, currencyId, height: arrived?.height ?? -1 };
  const [name, before] = await Promise.all([nameOf(view, systemId, context), context.loaders.exportedTotals.load(key)]);
  const inFlight = arrived === null ? null : exported - before + (arrived.left.get(currencyId) ?? 0n);
  return { ...row, name, currency: currencyRef(view, currencyId), inFlight };
}
