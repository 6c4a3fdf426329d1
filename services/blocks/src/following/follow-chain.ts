import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { inSpan } from '@ledgergraph/service-kit/tracing/spans';
import { listTimesUpTo } from '#/db/main-chain.ts';
import { saveNodeTip } from '#/db/node-tip.ts';
import { applyBatch } from '#/indexing/apply-batch.ts';
import { type Batch, prepareBlocks } from '#/indexing/prepare-blocks.ts';
import type { ChainNode } from './chain-node.ts';
import { checkContinuity } from './check-continuity.ts';
import { checkTimes, TIME_SPAN_BLOCKS } from './check-times.ts';
import { type Checkpoint, chooseStart, type Start } from './choose-start.ts';
import type { MissedBlocks } from './missed-blocks.ts';
import { withPulse } from './note-pulse.ts';
import { BATCH_BLOCKS_MAX, gather, readAhead } from './read-ahead.ts';
import { recallLost } from './recall-lost.ts';

/** A long backfill ends its step after this time, so that the follower asks for the node's tip again. */
const STEP_MS = 10_000;

export interface FollowDeps<Tx extends SqlExecutor = SqlExecutor> {
  chainId: string;
  checkpoint?: Checkpoint;
  db: SqlClient<Tx>;
  logger: Logger;
  /** The network's rules come from our chain, so this precedes any extension of it. */
  beforeExtending?: () => Promise<void>;
  missed?: MissedBlocks;
  onCursor?: (cursor: BlockPlace | null) => void;
  onAttempt?: (tip: BlockPlace, replaced: BlockPlace | null) => void;
  onCommit: (commit: Commit) => void;
  /** A batch of the node stays whole (see `gather`). These blocks are repeated after a kill -9. Default: COMMIT_BLOCKS. */
  batchBlocks?: number;
}

export interface Commit {
  applied: number;
  reverted: number;
  finalReverted: number;
  tip: BlockPlace;
  seconds: number;
}

export type FollowOutcome = 'at-tip' | 'advanced' | 'lagging' | 'outweighed';

/** A node behind us, or on a lighter branch, cannot show whether there are blocks to apply. */
export function isUsable(kind: FollowOutcome | Start['kind']): boolean {
  return kind !== 'lagging' && kind !== 'outweighed';
}

/**
 * Backfill, the next block and a reorganisation of any depth are this one path.
 * @throws DiscontinuityError, MerkleMismatchError, EarlyBlockError, CursorMovedError, and the errors of the node's client; nothing is
 * half-written then
 */
export async function followChain<Tx extends SqlExecutor>(
  deps: FollowDeps<Tx>,
  node: ChainNode,
): Promise<FollowOutcome> {
  const { chainId, db } = deps;
  const cursor = await findCursor(db, chainId);
  deps.onCursor?.(cursor);
  const start = await findStart(deps, node, cursor);
  const isAhead = start.kind !== 'at-tip' && start.kind !== 'lagging';
  // Another branch's root is saved once that branch is ours; until then our branch decides which blocks are final.
  const notarizedHash = start.kind === 'extend' || start.kind === 'lagging' ? await node.findNotarizedHash() : null;
  const height = isUsable(start.kind) ? node.tip.height : null;
  await saveNodeTip(db, chainId, { height, isAhead, notarizedHash });
  if (start.kind === 'extend' || start.kind === 'at-tip') await deps.beforeExtending?.();
  switch (start.kind) {
    case 'extend':
      return await withPulse(db, chainId, node, () => advance(deps, node, cursor, cursor));
    case 'reorganise':
      return await withPulse(db, chainId, node, () => advance(deps, node, cursor, start.keep));
    case 'at-tip':
      await recallLost(deps, node);
      return start.kind;
    case 'lagging':
    case 'outweighed':
      return start.kind;
  }
}

async function findStart(
  { chainId, db, checkpoint }: FollowDeps,
  node: ChainNode,
  cursor: BlockPlace | null,
): Promise<Start | { kind: 'at-tip' }> {
  if (cursor === null) return { kind: 'extend' };
  return cursor.hash === node.tip.hash ? { kind: 'at-tip' } : chooseStart(db, chainId, node, cursor, checkpoint);
}

/** The first batch commits together with the revert of our blocks above `keep`. */
async function advance<Tx extends SqlExecutor>(
  deps: FollowDeps<Tx>,
  node: ChainNode,
  cursor: BlockPlace | null,
  keep: BlockPlace | null,
): Promise<FollowOutcome> {
  const deadline = Date.now() + STEP_MS;
  let reverting = cursor !== null && cursor.height > (keep?.height ?? -1) ? cursor : null;
  const notarizedHash = reverting === null ? null : await node.findNotarizedHash();
  let parent = keep;
  let times = keep === null ? [] : await listTimesUpTo(deps.db, deps.chainId, keep.height, TIME_SPAN_BLOCKS);
  // One piece if possible: readers should not see a chain shorter than before.
  const firstLimit = reverting === null ? undefined : BATCH_BLOCKS_MAX;
  // Batches requested by then are still applied; otherwise the node's work is lost.
  const isOver = (): boolean => Date.now() > deadline;
  const batches = readAhead(node, (keep?.height ?? -1) + 1, node.tip.height, { firstLimit, isOver });
  for await (const batch of gather(batches, deps.batchBlocks)) {
    const blocks = batch.map(({ block }) => block);
    checkContinuity(parent, blocks);
    times = checkTimes(times, blocks);
    const replaced = reverting === null ? null : { oldTip: reverting, notarizedHash };
    const commit = await apply(deps, { parent, blocks: batch, replaced });
    deps.onCommit(commit);
    reverting = null;
    parent = commit.tip;
  }
  deps.logger.info({ from: keep, to: parent, nodeTip: node.tip.height }, 'blocks applied');
  // If the node fails before the next step, it must not count as ahead of us until another answers.
  if (parent?.hash === node.tip.hash) {
    await saveNodeTip(deps.db, deps.chainId, { height: node.tip.height, isAhead: false, notarizedHash: null });
  }
  return 'advanced';
}

async function apply<Tx extends SqlExecutor>(deps: FollowDeps<Tx>, batch: Batch): Promise<Commit> {
  const { chainId, db, logger } = deps;
  const startedAt = performance.now();
  const prepared = await prepareBlocks(db, chainId, batch);
  const { parent, blocks, tip, replaced } = prepared;
  deps.onAttempt?.(tip, replaced?.oldTip ?? null);
  const heights = { 'ledgergraph.from_height': (parent?.height ?? -1) + 1, 'ledgergraph.to_height': tip.height };
  await inSpan('follower.commit', { 'ledgergraph.chain': chainId, ...heights }, () =>
    applyBatch(db, chainId, prepared),
  );
  const { depth: reverted, finalBlocks: finalReverted } = replaced?.reorg ?? { depth: 0, finalBlocks: 0 };
  const places = { from: replaced?.oldTip, fork: parent, to: tip };
  if (finalReverted > 0)
    logger.error({ ...places, finalReverted }, 'finality is broken: the chain replaced final blocks');
  else if (replaced !== null) logger.warn(places, 'the chain reorganised');
  return { applied: blocks.length, reverted, finalReverted, tip, seconds: (performance.now() - startedAt) / 1000 };
}
