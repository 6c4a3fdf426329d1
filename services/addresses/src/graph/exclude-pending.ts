import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { validationError } from '@ledgergraph/graph-kit/errors';
import type { PendingSpends } from '#/pool-service/ask-pending-spends.ts';
import type { AddressContext } from './loaders.ts';

/**
 * Reads which outputs pending transactions of some addresses spend, at the block of the walk. A walk goes on in the mempool of its first page.
 * @param serial of the cursor; undefined on the first page
 * @throws VALIDATION_ERROR naming `asOf` in the past, where nothing is known of what was pending; and as `askPendingSpends`
 */
export async function readPendingSpends(
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
