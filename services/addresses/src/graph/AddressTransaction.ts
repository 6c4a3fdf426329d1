import { blockKey, blockTime, currencyAmount } from './keys.ts';
import type { AddressTransactionParent } from './list-transactions-of-address.ts';
import type { AddressContext } from './loaders.ts';

interface AddressTransactionReference {
  chainId: string;
  address: string;
  txid: string;
  at: number | null;
}

export const AddressTransaction = {
  /** Null where the address has no such transaction at that block. */
  async __resolveReference(
    { chainId, address, txid, at }: AddressTransactionReference,
    context: AddressContext,
  ): Promise<AddressTransactionParent | null> {
    const view = await context.view(chainId, { at });
    const row = await context.loaders.transactions.load({ chainId, address, txid, height: view.height });
    return row === null ? null : { ...row, view, address };
  },

  at: ({ view }: AddressTransactionParent) => view.at,
  chainId: ({ view }: AddressTransactionParent) => view.chainId,
  transaction: ({ view, txid }: AddressTransactionParent) => ({ chainId: view.chainId, txid, at: view.at }),
  blockHeight: ({ height }: AddressTransactionParent) => height,
  block: ({ view, height }: AddressTransactionParent, _: unknown, context: AddressContext) =>
    blockKey(context, view, height),
  timestamp: ({ view, height }: AddressTransactionParent, _: unknown, context: AddressContext) =>
    blockTime(context, view, height),
  amounts: ({ view, amounts }: AddressTransactionParent) => amounts.map((amount) => currencyAmount(view, amount)),
};
