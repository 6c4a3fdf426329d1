import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { enterPool, findKnownEntries, insertPoolEntries, lockPool, type PoolEntry } from '#/db/pool-rows.ts';
import type { ChainNode } from '#/following/chain-node.ts';
import type { PoolTransaction } from '#/following/normalize-pool-transaction.ts';
import type { OpenStays } from './open-stays.ts';
import { parentsOf, readPoolEntries } from './read-pool-entries.ts';

/** Bounds memory and the time for which blocks wait. */
const BATCH = 100;

/** The chain has moved since the pool was read, whose transactions may be in a block by now. */
export class TipMovedError extends Error {
  override name = 'TipMovedError';
}

export interface PoolRead {
  txids: readonly string[];
  tip: BlockPlace;
}

export interface EnterOptions<Tx extends SqlExecutor> {
  chainId: string;
  db: SqlClient<Tx>;
  node: Pick<ChainNode, 'readPoolTransactions'>;
  /** Outlives a failed call, so that each is fetched once. */
  fetched: Map<string, PoolTransaction>;
  open: OpenStays;
  signal?: AbortSignal;
  onWritten: () => void;
}

/**
 * Parents before children.
 * @returns number of new stays
 * @throws TipMovedError, the signal's reason, and the errors of the node's client; earlier entries stay
 */
export async function enterNew<Tx extends SqlExecutor>(
  options: EnterOptions<Tx>,
  { txids, tip }: PoolRead,
): Promise<number> {
  const { db, chainId, fetched } = options;
  const missing = new Set(txids);
  for (const txid of fetched.keys()) if (!missing.has(txid)) fetched.delete(txid);
  let entered = 0;
  while (missing.size > 0) {
    options.signal?.throwIfAborted();
    const wanted = chooseBatch(missing, fetched);
    const known = wanted.length === 0 ? [] : await findKnownEntries(db, chainId, wanted);
    for (const txid of known) missing.delete(txid);
    entered += await enter(options, tip, known, []);
    for (const txid of await fetchBatch(options, wanted, known)) missing.delete(txid);
    const ready = listReady(fetched, missing);
    for (const { transaction } of ready) missing.delete(hex(transaction.txid));
    const entries = await readPoolEntries(db, chainId, ready);
    const ordered = entries.map(({ txid }) => txid);
    entered += await enter(options, tip, ordered, entries);
    for (const { txid } of entries) fetched.delete(txid);
  }
  return entered;
}

function chooseBatch(missing: ReadonlySet<string>, fetched: ReadonlyMap<string, PoolTransaction>): string[] {
  const wanted = new Set<string>();
  const want = (txid: string): void => {
    if (wanted.size < BATCH && missing.has(txid) && !fetched.has(txid)) wanted.add(txid);
  };
  for (const { transaction } of fetched.values()) for (const txid of parentsOf(transaction)) want(txid);
  for (const txid of missing) {
    if (wanted.size === BATCH) break;
    want(txid);
  }
  return [...wanted];
}

/** Skips known content. @returns those that have left the pool meanwhile */
async function fetchBatch<Tx extends SqlExecutor>(
  { node, fetched }: EnterOptions<Tx>,
  wanted: readonly string[],
  known: readonly string[],
): Promise<string[]> {
  const txids = wanted.filter((txid) => !known.includes(txid));
  if (txids.length === 0) return [];
  const answers = await node.readPoolTransactions(txids);
  return txids.filter((txid, index) => {
    const answer = answers[index] ?? null;
    if (answer !== null) fetched.set(txid, answer);
    return answer === null;
  });
}

function listReady(fetched: ReadonlyMap<string, PoolTransaction>, missing: ReadonlySet<string>): PoolTransaction[] {
  const ready = new Map<string, PoolTransaction>();
  let found = true;
  while (found && ready.size < BATCH) {
    found = false;
    for (const [txid, pooled] of fetched) {
      if (ready.size === BATCH || ready.has(txid)) continue;
      if (parentsOf(pooled.transaction).some((parent) => missing.has(parent) && !ready.has(parent))) continue;
      ready.set(txid, pooled);
      found = true;
    }
  }
  return [...ready.values()];
}

async function enter<Tx extends SqlExecutor>(
  { db, chainId, open, onWritten }: EnterOptions<Tx>,
  tip: BlockPlace,
  txids: readonly string[],
  entries: readonly PoolEntry[],
): Promise<number> {
  if (txids.length === 0) return 0;
  const { before, count } = await db.$transaction(async (tx) => {
    const serial = await lockPool(tx, chainId);
    await requireTip(tx, chainId, tip);
    await insertPoolEntries(tx, chainId, entries);
    return { before: serial, count: await enterPool(tx, chainId, txids, serial) };
  });
  open.follow({ entered: txids, before, after: before + BigInt(count) });
  onWritten();
  return count;
}

/** In a transaction with the pool's lock: no block is written until it ends. @throws TipMovedError */
export async function requireTip(tx: SqlExecutor, chainId: string, tip: BlockPlace): Promise<void> {
  const cursor = await findCursor(tx, chainId);
  if (cursor?.hash !== tip.hash) throw new TipMovedError('the chain has moved since the pool was read');
}
