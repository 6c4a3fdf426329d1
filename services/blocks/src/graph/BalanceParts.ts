import type { PendingFlows } from '#/db/find-pending-flows.ts';
import type { AddressReference } from './Address.ts';
import type { BlocksContext } from './loaders.ts';
import { openPool } from './open-pool.ts';

/** The addresses service owns the parts in blocks; these are pending. */
export const BalanceParts = {
  pendingIn: async (reference: AddressReference, _: unknown, context: BlocksContext): Promise<bigint> =>
    (await loadFlows(reference, context)).credit,
  pendingOut: async (reference: AddressReference, _: unknown, context: BlocksContext): Promise<bigint> =>
    (await loadFlows(reference, context)).debit,
};

async function loadFlows(
  { chainId, address, at = null }: AddressReference,
  context: BlocksContext,
): Promise<PendingFlows> {
  const { view, serial } = await openPool(context, chainId, at);
  return context.loaders.pendingFlows.load({ chainId: view.chainId, height: view.height, serial, address });
}
