import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { UnexpectedShapeError } from '@ledgergraph/verus-protocol/json-members';
import { findAnyBlock } from '#/db/main-chain.ts';
import type { ReadBlock } from '#/indexing/read-blocks.ts';
import { type LeftBranch, writeLeftBranch } from '#/indexing/write-left-branch.ts';
import { VerusError } from '#/verus-rpc/errors.ts';
import type { ChainNode } from './chain-node.ts';
import { checkContinuity, DiscontinuityError, MerkleMismatchError } from './check-continuity.ts';
import type { MissedBlocks } from './missed-blocks.ts';

const LOST_MAX = 1_000;
/** In memory, inputs take several times as much, and a node may give any number of them. */
const LOST_BYTES_MAX = 16 * 1024 * 1024;

export interface RecallDeps<Tx extends SqlExecutor = SqlExecutor> {
  chainId: string;
  db: SqlClient<Tx>;
  missed?: MissedBlocks;
  logger: Logger;
}

/**
 * Branches that our database lost, as after a failover, and that the node has left: consumers, cursors and webhooks stand on them.
 * @param node whose tip is ours
 * @throws CursorMovedError; the remaining blocks stay noted
 */
export async function recallLost<Tx extends SqlExecutor>(
  { chainId, db, missed, logger }: RecallDeps<Tx>,
  node: ChainNode,
): Promise<void> {
  for (const hash of missed?.list() ?? []) {
    const isKnown = (await findAnyBlock(db, chainId, hash)) !== null;
    const branch = isKnown ? null : await readBranch(db, chainId, node, hash).catch(noteFault(logger, hash));
    if (branch === undefined) return;
    if (branch !== null) {
      const reorg = await writeLeftBranch(db, chainId, branch, node.tip);
      logger.warn({ hash, ...reorg }, 'the database had lost a branch that the node had left: written again');
    }
    missed?.settle(hash, isKnown || branch !== null);
  }
}

/** @returns undefined for a temporary fault of the node, null for another one @throws all other errors */
function noteFault(logger: Logger, hash: string): (error: unknown) => null | undefined {
  return (error) => {
    if (error instanceof VerusError && error.retryable) return undefined;
    const isNodes = [VerusError, UnexpectedShapeError, DiscontinuityError, MerkleMismatchError].some(
      (kind) => error instanceof kind,
    );
    if (!isNodes) throw error;
    logger.warn({ err: error, hash }, 'the node does not give a branch that the database has lost');
    return null;
  };
}

/** @returns null where the node's chain has the block, where the node lacks it, and beyond 1,000 blocks or 16 MiB */
async function readBranch(
  db: SqlExecutor,
  chainId: string,
  node: ChainNode,
  lastHash: string,
): Promise<LeftBranch | null> {
  const blocks: ReadBlock[] = [];
  let held = 0;
  for (let hash = lastHash; ; ) {
    const keep = hash === '' ? null : await findAnyBlock(db, chainId, hash);
    if (keep !== null || hash === '') return inOrder(keep, blocks);
    const read = blocks.length === LOST_MAX ? null : await node.readAbandoned(hash);
    if (read === null) return null;
    if (hex(read.block.hash) !== hash) throw new DiscontinuityError(`the node answered another block than ${hash}`);
    blocks.push(read);
    for (const { fragment } of read.block.transactions) held += fragment.length;
    if (held > LOST_BYTES_MAX) return null;
    hash = hex(read.block.previousHash);
  }
}

function inOrder(keep: BlockPlace | null, newestFirst: readonly ReadBlock[]): LeftBranch {
  const blocks = newestFirst.toReversed();
  checkContinuity(
    keep,
    blocks.map(({ block }) => block),
  );
  return { keep, blocks };
}
