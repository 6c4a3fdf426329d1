import { validationError } from '@ledgergraph/graph-kit/errors';
import type { PoolChangeRecord } from '#/db/find-pool-changes.ts';
import type { BlocksContext } from './loaders.ts';
import { openPool } from './open-pool.ts';
import { type TransactionState, toTransactionState } from './transaction-state.ts';

/** The first answer, which lists all pending transactions, is not cut below it. */
export const CHANGES_MAX = 5_000;

interface PoolChangesArguments {
  chainId: string;
  after?: number | null;
  limit: number;
}

export interface PoolChangesPage {
  beginsAt: bigint;
  upTo: bigint;
  changes: PoolChangeNode[];
}

interface PoolChangeNode {
  serial: bigint;
  hasEntered: boolean;
  txid: string;
  state: TransactionState | null;
  blockHeight: number | null;
  addresses: string[];
}

/**
 * Stops before the first change by a block above the pin: a stream reports a mined transaction when the pin has reached its block.
 * @throws VALIDATION_ERROR naming `limit`; and the errors of `openPool`
 */
export async function listPoolChanges(
  _: unknown,
  args: PoolChangesArguments,
  context: BlocksContext,
): Promise<PoolChangesPage> {
  const { limit } = args;
  if (limit < 1 || limit > CHANGES_MAX) throw validationError('limit', `limit must be from 1 to ${CHANGES_MAX}`);
  const { view, serial, beginsAt } = await openPool(context, args.chainId);
  const { chainId, height } = view;
  const after = args.after == null ? null : BigInt(args.after);
  const held = await context.loaders.heldSerial({ chainId, height }, after ?? 0n);
  const upTo = held !== null && held <= serial ? held - 1n : serial;
  if (after === null) {
    const rows = await context.loaders.poolEntries({ chainId, height, serial: upTo }, CHANGES_MAX);
    return { beginsAt, ...toPage(rows, CHANGES_MAX, upTo) };
  }
  // Another gateway's pin may be older, but the serial of a stream never goes back.
  if (upTo <= after) return { beginsAt, upTo: after, changes: [] };
  const rows = await context.loaders.poolChanges({ chainId, after, upTo }, limit);
  return { beginsAt, ...toPage(rows, limit, upTo) };
}

/** A full page covers the changes up to its last one, any other page all up to the end. */
function toPage(rows: readonly PoolChangeRecord[], limit: number, upTo: bigint): Omit<PoolChangesPage, 'beginsAt'> {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { upTo: last?.serial ?? upTo, changes: rows.map(toNode) };
}

function toNode({ leftReason, leftHeight, ...row }: PoolChangeRecord): PoolChangeNode {
  const state = row.hasEntered ? null : toTransactionState(leftReason);
  return { ...row, state, blockHeight: state === 'CONFIRMED' ? leftHeight : null };
}
