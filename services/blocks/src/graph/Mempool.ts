import { notFound } from '@ledgergraph/graph-kit/errors';
import type { PoolTotals } from '#/db/find-pool-pages.ts';
import type { BlocksContext } from './loaders.ts';
import { openPool, type PoolView } from './open-pool.ts';

export interface MempoolNode {
  chainId: string;
  readAt: Date;
  pool: PoolView;
}

/** @throws NOT_FOUND while it has not been read yet */
export async function getMempool(context: BlocksContext, chainId: string | null | undefined): Promise<MempoolNode> {
  const pool = await openPool(context, chainId);
  if (pool.readAt === null) throw notFound(`the mempool of ${pool.view.network.name} has not been read yet`);
  return { chainId: pool.view.chainId, readAt: pool.readAt, pool };
}

export const Mempool = {
  size: async (node: MempoolNode, _: unknown, context: BlocksContext): Promise<bigint> =>
    (await loadTotals(node, context)).count,
  bytes: async (node: MempoolNode, _: unknown, context: BlocksContext): Promise<bigint> =>
    (await loadTotals(node, context)).bytes,
};

function loadTotals({ chainId, pool }: MempoolNode, { loaders }: BlocksContext): Promise<PoolTotals> {
  return loaders.poolTotals.load({ chainId, height: pool.view.height, serial: pool.serial });
}
