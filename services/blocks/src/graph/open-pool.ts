import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { BlocksContext } from './loaders.ts';

/** A chain and its mempool, as a request sees them. */
export interface PoolView {
  view: ChainView;
  /** Serial of the newest change of the mempool that the request sees. */
  serial: bigint;
  /** Serial before the first change that this database knows of. */
  beginsAt: bigint;
  /** When the mempool was last read; null: never. */
  readAt: Date | null;
}

/**
 * Opens the mempool as a list of another subgraph sees it.
 * @param poolAt height that the list is read at, and after a space the newest change that it sees, if it knows one; null: those of the request
 * @throws as `openPool`
 */
export async function openSeenPool(
  context: BlocksContext,
  chainId: string,
  at: number | null,
  poolAt: string | null,
): Promise<{ height: number; serial: bigint }> {
  const { view, serial } = await openPool(context, chainId, at);
  const [height, seen] = poolAt?.split(' ') ?? [];
  return {
    height: height === undefined ? view.height : Math.min(Number(height), view.height),
    serial: seen === undefined ? serial : BigInt(seen),
  };
}

/**
 * Opens the mempool of a chain for a field about pending transactions; the response reports when it was read.
 * @throws VALIDATION_ERROR naming `asOf` below the pin, where nothing is known of what was pending; and the errors of `ReadContext.view`
 */
export async function openPool(
  context: BlocksContext,
  chainId: string | null | undefined,
  at?: number | null,
): Promise<PoolView> {
  const view = await context.view(chainId, { at });
  if (view.height < view.pin.height) {
    throw validationError('asOf', 'what is pending is known at the latest block only: ask for it without asOf');
  }
  const pool = await context.loaders.pool.load(view.chainId);
  const { serial = 0n, beginsAt = 0n, readAt = null, tipHeight = null, tipHash = null } = pool ?? {};
  const read = { readAt: readAt?.toISOString() ?? null, tipHeight, tipHash };
  context.poolMarks.set(view.chainId, { chainId: view.chainId, ...read });
  return { view, serial: context.poolSerial(view.chainId) ?? serial, beginsAt, readAt };
}
