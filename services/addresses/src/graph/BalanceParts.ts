import { type AddressParent, type AddressReference, loadNative, resolveAddress } from './Address.ts';
import { utxoKey } from './list-address-utxos.ts';
import type { AddressContext } from './loaders.ts';

export const BalanceParts = {
  __resolveReference: (reference: AddressReference, context: AddressContext) => resolveAddress(reference, context),

  chainId: ({ view }: AddressParent) => view.chainId,
  at: ({ view }: AddressParent) => view.at,
  spendable: async (parent: AddressParent, _: unknown, context: AddressContext) => {
    const [{ balance }, { immature, locked }] = await Promise.all([
      loadNative(parent, context),
      loadLocked(parent, context),
    ]);
    return balance - immature - locked;
  },
  immature: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadLocked(parent, context)).immature,
  locked: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadLocked(parent, context)).locked,
};

async function loadLocked({ view, address }: AddressParent, { loaders }: AddressContext) {
  return (await loaders.lockedAmounts.load(utxoKey(view, address))) ?? { immature: 0n, locked: 0n };
}
