import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { ListedPending, PoolKey } from '#/db/find-pool-pages.ts';
import type { BlocksContext } from './loaders.ts';
import type { PendingNode } from './nodes.ts';
import { openPool } from './open-pool.ts';

export interface PendingList {
  field: string;
  args: Record<string, unknown>;
  chainId: string | null | undefined;
  at?: number | null;
  address: string | null;
}

export interface PendingPage {
  transactions: PendingNode[];
  hasMore: boolean;
  nextCursor: string | null;
  list: PoolKey & { address: string | null };
}

/** The cursor has the newest change of the first page, so a walk is one snapshot. @throws as `openPool` and `openWalk` */
export async function listPending(
  context: BlocksContext,
  { field, args, chainId, at, address }: PendingList,
): Promise<PendingPage> {
  const pool = await openPool(context, chainId, at);
  const walk = await context.walk(field, args, { chainId: pool.view.chainId, at });
  const serial = walk.after === null ? pool.serial : BigInt(walk.after[0] ?? 0);
  const before = walk.after === null ? null : BigInt(walk.after[1] ?? 0);
  const list = { chainId: walk.view.chainId, height: walk.view.height, serial, address };
  const page = walk.page(await readRows(context, list, before, walk.limit + 1), ({ enterSerial }) => [
    String(serial),
    String(enterSerial),
  ]);
  return { ...page, transactions: page.rows.map((row) => toPendingNode(row, walk.view, serial)), list };
}

function readRows(
  { loaders }: BlocksContext,
  { address, ...pool }: PendingPage['list'],
  before: bigint | null,
  limit: number,
): Promise<ListedPending[]> {
  return address === null
    ? loaders.pendingPage(pool, before, limit)
    : loaders.addressPendingPage.load({ ...pool, address, before, limit });
}

function toPendingNode({ enterSerial: _, ...record }: ListedPending, view: ChainView, serial: bigint): PendingNode {
  return { ...record, view, serial };
}
