import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findMissed } from '#/db/find-missed.ts';
import { leavePool, lockPool, savePoolRead } from '#/db/pool-rows.ts';
import type { ChainNode } from '#/following/chain-node.ts';
import { type EnterOptions, enterNew, type PoolRead, requireTip } from './enter-new.ts';
import { whyLeft } from './why-left.ts';

const LEAVING_BATCH = 500;

export interface SyncPoolOptions<Tx extends SqlExecutor> extends EnterOptions<Tx> {
  node: Pick<ChainNode, 'readPool' | 'readPoolTransactions'>;
}

export interface PoolSync {
  entered: number;
  left: ReadonlyMap<string, number>;
  size: number;
}

/**
 * `getrawmempool` counts only at a tip that is ours too: at another one it may omit content of our block, or the reverse.
 * @returns null while the node's tip is not ours
 * @throws TipMovedError, and the errors of the node's client; earlier writes stay, and are right
 */
export async function syncPool<Tx extends SqlExecutor>(options: SyncPoolOptions<Tx>): Promise<PoolSync | null> {
  const { db, chainId, node } = options;
  const tip = await findCursor(db, chainId);
  const read = tip === null ? null : await node.readPool(tip.hash);
  if (tip === null || read === null || tip.hash !== read.tipHash) return null;
  const { txids } = read;
  const open = await options.open.load(db, chainId);
  const fresh = txids.filter((txid) => !open.has(txid));
  const missed = listMissed(open, txids, fresh.length);
  const left = await leave(options, { txids: missed, tip });
  const entered = fresh.length === 0 ? 0 : await enterNew(options, { txids: fresh, tip });
  await db.$transaction(async (tx) => {
    await lockPool(tx, chainId);
    await requireTip(tx, chainId, tip);
    await savePoolRead(tx, chainId, tip);
  });
  // The first reading makes even an empty pool known.
  options.onWritten();
  return { entered, left, size: txids.length };
}

/** The node lists each once: if it lists no fewer than ours, none is missed. */
function listMissed(open: ReadonlySet<string>, txids: readonly string[], freshCount: number): string[] {
  if (txids.length - freshCount === open.size) return [];
  const listed = new Set(txids);
  return [...open].filter((txid) => !listed.has(txid));
}

async function leave<Tx extends SqlExecutor>(
  { db, chainId, open, onWritten }: SyncPoolOptions<Tx>,
  { txids, tip }: PoolRead,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  // Parents decide about children: all are examined together, and written in pieces.
  const leavings = txids.length === 0 ? [] : whyLeft(await findMissed(db, chainId, txids), tip.height);
  for (let start = 0; start < leavings.length; start += LEAVING_BATCH) {
    const batch = leavings.slice(start, start + LEAVING_BATCH);
    const before = await db.$transaction(async (tx) => {
      const serial = await lockPool(tx, chainId);
      await requireTip(tx, chainId, tip);
      await leavePool(tx, chainId, batch, serial);
      return serial;
    });
    const left = batch.map(({ txid }) => txid);
    open.follow({ left, before, after: before + BigInt(batch.length) });
    onWritten();
    for (const { reason } of batch) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
