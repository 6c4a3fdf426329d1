import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { findNodeTip } from '#/db/node-tip.ts';
import type { NewReorg } from '#/db/reorg-rows.ts';
import { finalizedHeight } from '#/progress/finalized-height.ts';
import type { ReadBlock } from './read-blocks.ts';

export interface ReplacedBranch {
  oldTip: BlockPlace;
  notarizedHash: string | null;
}

export interface Batch {
  parent: BlockPlace | null;
  blocks: readonly ReadBlock[];
  replaced: ReplacedBranch | null;
}

export interface PreparedBatch {
  parent: BlockPlace | null;
  blocks: readonly ReadBlock[];
  places: readonly TimedPlace[];
  tip: BlockPlace;
  replaced: (ReplacedBranch & { reorg: NewReorg }) | null;
}

/** The rows of a block need no earlier row. */
export async function prepareBlocks(
  db: SqlExecutor,
  chainId: string,
  { parent, blocks, replaced }: Batch,
): Promise<PreparedBatch> {
  const places = blocks.map(({ block: { height, hash, time } }) => ({ height, hash: hex(hash), time: Number(time) }));
  const last = places.at(-1);
  if (last === undefined) throw new Error('the node answered no blocks');
  const tip = { height: last.height, hash: last.hash };
  if (replaced === null) return { parent, blocks, places, tip, replaced };
  const { oldTip } = replaced;
  const forkHeight = parent?.height ?? -1;
  const finalHeight = await findFinalizedHeight(db, chainId, oldTip.height);
  const reorg = {
    forkHeight,
    depth: oldTip.height - forkHeight,
    oldTipHash: oldTip.hash,
    newTipHash: tip.hash,
    finalBlocks: Math.max((finalHeight ?? -1) - forkHeight, 0),
  };
  return { parent, blocks, places, tip, replaced: { ...replaced, reorg } };
}

async function findFinalizedHeight(db: SqlExecutor, chainId: string, tipHeight: number): Promise<number | null> {
  const network = (await listNetworks(db)).find((each) => each.chainId === chainId);
  if (network === undefined) return null;
  const nodeTip = await findNodeTip(db, chainId);
  return finalizedHeight(tipHeight, network.finalityDepth, nodeTip?.notarizedHeight ?? null);
}
