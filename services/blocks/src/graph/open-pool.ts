import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { BlocksContext } from './loaders.ts';

export interface PoolView {
  view: ChainView;
  serial: bigint;
  /** Serial before the first change that this database knows of. */
  beginsAt: bigint;
  readAt: Date | null;
}

/** @param poolAt the list's height, and after a space the newest change it sees, if known; null: those of the request */
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

/** @throws VALIDATION_ERROR for an `asOf` below the pin, whose mempool is unknown; and the errors of `ReadContext.view` */
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
