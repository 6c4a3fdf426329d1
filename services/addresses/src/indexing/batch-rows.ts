import type { TableRows } from '@ledgergraph/service-kit/db/table-rows';
import type { AddressIds } from '#/db/address-ids.ts';
import type { HolderUpdate } from '#/db/holder-row.ts';
import type { LinkRows } from '#/db/output-links.ts';
import type { TokenChanges } from '#/db/token-balances.ts';

/** All rows of a batch, ready to be written. */
export interface BatchRows {
  ids: AddressIds;
  addresses: TableRows;
  transactionPlaces: TableRows;
  outputs: TableRows;
  spends: TableRows;
  addressOutputs: LinkRows;
  tokenOutputs: LinkRows;
  balanceChanges: TableRows;
  tokenChanges: TokenChanges;
  addressTransactions: TableRows;
  holderChanges: TableRows;
  heldTotals: TableRows;
  holders: readonly HolderUpdate[];
  /** Currencies, with the first height in the batch that names each. */
  currencies: ReadonlyMap<string, number>;
}
