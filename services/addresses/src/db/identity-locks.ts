import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { ChainAddress } from './chain-address.ts';

const IDENTITY_LOCK_COLUMNS = { chain: 'smallint', identity_id: 'integer', height: 'integer', free_from: 'bigint' };

export interface IdentityLock {
  identity: ChainAddress;
  height: number;
  /** Height of the first block that it can sign for; null: no height frees it. */
  freeFrom: bigint | null;
}

/** @param locks one for each identity and block */
export function identityLockRows(copies: boolean, chain: number, locks: readonly IdentityLock[]): TableRows {
  const rows = new TableRows('identity_lock', IDENTITY_LOCK_COLUMNS, copies);
  for (const { identity, height, freeFrom } of locks) rows.add([chain, identity.id, height, freeFrom]);
  return rows;
}

export async function revertIdentityLocks(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM identity_lock WHERE chain = $1 AND height > $2', chain, keepHeight);
}
