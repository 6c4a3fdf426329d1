import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { NewAddresses } from '#/db/addresses.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import type { ChangeColumns } from '#/db/guarded-counts.ts';
import type { HolderUpdate } from '#/db/holders.ts';
import type { LinkRows } from '#/db/output-links.ts';
import type { TokenChanges } from '#/db/token-balances.ts';

/** All rows of a batch, ready to be written. */
export interface BatchRows {
  /** i-address of the chain. */
  chainId: string;
  /** Its number in this database. */
  chain: number;
  addresses: NewAddresses;
  transactionPlaces: TableRows;
  outputs: TableRows;
  ownerlessSpends: TableRows;
  addressOutputs: LinkRows;
  tokenOutputs: LinkRows;
  identityLocks: TableRows;
  jointGuards: TableRows;
  guardedChanges: ChangeColumns;
  balanceChanges: TableRows;
  tokenChanges: TokenChanges;
  addressTransactions: TableRows;
  nativeTransactions: TableRows;
  hourStarts: TableRows;
  activeCounts: TableRows;
  holderChanges: TableRows;
  heldTotals: TableRows;
  holders: readonly HolderUpdate[];
  /** Currencies, with the first height in the batch that names each. */
  currencies: ReadonlyMap<ChainAddress, number>;
}
