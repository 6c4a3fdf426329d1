import { currencyKey } from './keys.ts';
import type { AddressBalanceParent } from './list-address-balances.ts';

export const AddressBalance = {
  chainId: ({ view }: AddressBalanceParent) => view.chainId,
  currency: ({ view, currencyId }: AddressBalanceParent) => currencyKey(view, currencyId),
  satoshis: ({ balance }: AddressBalanceParent) => balance,
  sent: ({ received, balance }: AddressBalanceParent) => received - balance,
  lastChangeHeight: ({ height }: AddressBalanceParent) => height,
};
