import type { AddressParent } from './Address.ts';
import type { RichListEntryParent } from './list-holders-of-currency.ts';

export const RichListEntry = {
  address: ({ view, address }: RichListEntryParent): AddressParent => ({ view, address }),
  satoshis: ({ balance }: RichListEntryParent) => balance,
};
