import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityInForce, IN_FORCE_COLUMNS, REVISION_IN_FORCE } from './in-force.ts';

export interface IdentityKey {
  chainId: string;
  height: number;
  identityAddress: string;
}

export const IDENTITY_KEYS = describeKeys<IdentityKey>({ chainId: 'text', height: 'integer', identityAddress: 'text' });

/** Null where the identity is not registered by the height. */
export async function findIdentities(
  db: SqlExecutor,
  keys: readonly IdentityKey[],
): Promise<(IdentityInForce | null)[]> {
  const rows = await db.$queryRawUnsafe<(IdentityInForce & { key: number })[]>(
    `SELECT wanted.key, ${IN_FORCE_COLUMNS} FROM ${IDENTITY_KEYS.sql}
       JOIN identity i ON i.chain = wanted.chain AND i.identity_address = wanted.identity_address
      ${REVISION_IN_FORCE}`,
    ...IDENTITY_KEYS.values(keys),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}
