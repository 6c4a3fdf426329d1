import { notFound } from '@ledgergraph/graph-kit/errors';
import type { StayRecord, TraceRecord } from '#/db/find-pool-stays.ts';
import type { BlocksContext } from './loaders.ts';
import type { PendingNode, TransactionNode } from './nodes.ts';
import { openPool, type PoolView } from './open-pool.ts';
import { type TransactionState, toTransactionState } from './transaction-state.ts';

/** Within this time an accepted transaction appears in the mempool, or has left it again. */
const ON_ITS_WAY_MS = 60_000;

export interface TransactionStatusNode {
  txid: string;
  state: TransactionState;
  confirmations: number;
  transaction: TransactionNode | null;
  pending: PendingNode | null;
  conflictsWith: string[];
  lastSeenAt: Date | null;
}

/** A block up to the pin decides, otherwise the newest stay in the mempool. @throws NOT_FOUND */
export async function getTransactionStatus(
  context: BlocksContext,
  chainId: string | null | undefined,
  txid: string,
): Promise<TransactionStatusNode> {
  const pool = await openPool(context, chainId);
  const { view, serial } = pool;
  const key = { chainId: view.chainId, txid };
  const mined = await context.loaders.mainTransaction.load(key);
  if (mined !== undefined && mined.height <= view.height) {
    const confirmations = view.height - mined.height + 1;
    return { ...outside(txid), state: 'CONFIRMED', confirmations, transaction: { ...mined, view } };
  }
  const stay = await context.loaders.stay.load({ ...key, height: view.height, serial });
  if (stay !== undefined) return await describeStay(context, pool, txid, stay);
  const trace = await context.loaders.trace.load(key);
  if (isOnItsWay(trace)) return { ...outside(txid), state: 'PENDING', lastSeenAt: trace.settledAt };
  if (!trace.isOrphaned && trace.submission !== 'ACCEPTED') throw notFound(explainUnseen(txid, trace));
  return { ...outside(txid), state: 'REMOVED' };
}

async function describeStay(
  context: BlocksContext,
  { view, serial, readAt }: PoolView,
  txid: string,
  { isPending, leftReason, leftAt, conflictsWith }: StayRecord,
): Promise<TransactionStatusNode> {
  const transaction = await context.loaders.poolTransaction.load({ chainId: view.chainId, txid, serial });
  const pending = transaction === undefined ? null : { ...transaction, view, serial };
  if (isPending) return { ...outside(txid), state: 'PENDING', pending, lastSeenAt: readAt };
  // A block that took it and is not up to the pin has left the chain; the next pin decides.
  const state = leftReason === 'MINED' ? 'REMOVED' : toTransactionState(leftReason);
  return {
    ...outside(txid),
    state,
    pending,
    conflictsWith: state === 'CONFLICTED' ? conflictsWith : [],
    lastSeenAt: leftAt,
  };
}

/** Accepted, but the mempool was not read since, or not up to the change that the request sees. */
function isOnItsWay({ submission, settledAt }: TraceRecord): boolean {
  return submission === 'ACCEPTED' && settledAt !== null && Date.now() - settledAt.getTime() < ON_ITS_WAY_MS;
}

function outside(txid: string): Omit<TransactionStatusNode, 'state'> {
  return { txid, confirmations: 0, transaction: null, pending: null, conflictsWith: [], lastSeenAt: null };
}

function explainUnseen(txid: string, { submission }: TraceRecord): string {
  switch (submission) {
    case 'REJECTED':
      return `no transaction ${txid}: the node refused it`;
    case 'SENDING':
      return `no transaction ${txid} yet: it was sent to the node, and the outcome is not known yet`;
    default:
      return `no transaction ${txid}`;
  }
}
