import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { UtxoFilter, UtxoPlace } from '#/db/list-utxos.ts';
import type { UtxoWallet } from '#/db/list-wallet-utxos.ts';
import type { PendingSpends } from '#/pool-client/ask-pending-spends.ts';
import type { AddressContext } from './loaders.ts';

export interface LeftOut {
  /** Each once. */
  places: readonly UtxoPlace[];
  /** The newest change of the mempool that counts; empty where the list leaves nothing out. */
  serial: readonly string[];
}

/** @throws as `readPendingSpends` */
export async function readLeftOut(
  context: AddressContext,
  walk: Walk,
  wallet: UtxoWallet,
  { excludePending, isNow, ...filter }: UtxoFilter & { excludePending: boolean; isNow: boolean },
): Promise<LeftOut> {
  if (!excludePending) return { places: [], serial: [] };
  const request = { isNow, serial: walk.after?.[3], addresses: wallet.addresses };
  const { serial, outpoints } = await readPendingSpends(context, walk, request);
  return { serial: [String(serial)], places: await context.loaders.listedPlaces(wallet, filter, outpoints) };
}

/**
 * A walk keeps the mempool of its first page.
 * @param serial of the cursor; undefined on the first page
 * @throws VALIDATION_ERROR for an `asOf` in the past, whose mempool is unknown; and as `askPendingSpends`
 */
async function readPendingSpends(
  context: AddressContext,
  { view }: Walk,
  { isNow, serial, addresses }: { isNow: boolean; serial: unknown; addresses: readonly string[] },
): Promise<PendingSpends> {
  const { chainId, height, pin } = view;
  if (!isNow && height < pin.height) {
    throw validationError('asOf', 'what is pending is known at the latest block only: ask for it without asOf');
  }
  const seen = serial === undefined ? context.poolSerial(chainId) : BigInt(String(serial));
  const spends = await context.loaders.pendingSpends({ chainId, height, serial: seen, addresses }, context.logger);
  context.poolMarks.set(chainId, spends.mark);
  return spends;
}
