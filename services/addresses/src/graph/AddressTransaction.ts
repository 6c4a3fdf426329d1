import { blockKey, blockTime, currencyAmount } from './keys.ts';
import type { AddressTransactionParent } from './list-transactions-of-address.ts';
import type { AddressContext } from './loaders.ts';

export const AddressTransaction = {
  chainId: ({ view }: AddressTransactionParent) => view.chainId,
  transaction: ({ view, txid }: AddressTransactionParent) => ({ chainId: view.chainId, txid, at: view.at }),
  blockHeight: ({ height }: AddressTransactionParent) => height,
  block: ({ view, height }: AddressTransactionParent, _: unknown, context: AddressContext) =>
    blockKey(context, view, height),
  timestamp: ({ view, height }: AddressTransactionParent, _: unknown, context: AddressContext) =>
    blockTime(context, view, height),
  amounts: ({ view, amounts }: AddressTransactionParent) => amounts.map((amount) => currencyAmount(view, amount)),
};
