import { blockKey, blockTime, currencyAmount } from './keys.ts';
import type { WalletTransactionParent } from './list-transactions-of-wallet.ts';
import type { AddressContext } from './loaders.ts';

export const WalletTransaction = {
  chainId: ({ view }: WalletTransactionParent) => view.chainId,
  at: ({ view }: WalletTransactionParent) => view.at,
  transaction: ({ view, txid }: WalletTransactionParent) => ({ chainId: view.chainId, txid, at: view.at }),
  blockHeight: ({ height }: WalletTransactionParent) => height,
  block: ({ view, height }: WalletTransactionParent, _: unknown, context: AddressContext) =>
    blockKey(context, view, height),
  timestamp: ({ view, height }: WalletTransactionParent, _: unknown, context: AddressContext) =>
    blockTime(context, view, height),
  changes: ({ view, amounts }: WalletTransactionParent) => amounts.map((amount) => currencyAmount(view, amount)),
};
