import type { AddressIds } from '#/db/address-ids.ts';
import type { NewAddress } from '#/db/addresses.ts';
import type { OutputChanges } from '#/db/output-row.ts';
import type { PlacedTransaction } from '#/db/transaction-places.ts';
import type { AddressRows } from './compute-address-rows.ts';
import type { HolderRows } from './compute-holder-rows.ts';

/** All rows of a batch, with names that `ids` has the ids of. */
export interface BatchRows extends OutputChanges, AddressRows, HolderRows {
  ids: AddressIds;
  addresses: readonly NewAddress[];
  places: readonly PlacedTransaction[];
  /** Currencies, with the first height in the batch that names each. */
  currencies: ReadonlyMap<string, number>;
}
