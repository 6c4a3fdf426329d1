import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { NewAddresses } from '#/db/addresses.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import type { ChangeColumns } from '#/db/guarded-counts.ts';
import type { HolderUpdate } from '#/db/holders.ts';
import type { LinkRows } from '#/db/output-links.ts';
import type { SharedChanges } from '#/db/shared-balances.ts';
import type { TokenChanges } from '#/db/token-balances.ts';

export interface BatchRows {
  chainId: string;
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
  sharedChanges: SharedChanges;
  balanceChanges: TableRows;
  tokenChanges: TokenChanges;
  addressTransactions: TableRows;
  nativeTransactions: TableRows;
  hourStarts: TableRows;
  activeCounts: TableRows;
  holderChanges: TableRows;
  heldTotals: TableRows;
  holders: readonly HolderUpdate[];
  currencies: ReadonlyMap<ChainAddress, number>;
}
