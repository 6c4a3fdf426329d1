import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityInForce, IN_FORCE_COLUMNS, REVISION_IN_FORCE } from './in-force.ts';

export const IDENTITY_KEYS = describeKeys({ chainId: 'text', height: 'integer', identityAddress: 'text' });
export type IdentityKey = KeyOf<typeof IDENTITY_KEYS>;

/** Null where the identity is not registered by the height. */
export async function findIdentities(
  db: SqlExecutor,
  keys: readonly IdentityKey[],
): Promise<(IdentityInForce | null)[]> {
  const rows = await IDENTITY_KEYS.find<IdentityInForce>(
    db,
    `SELECT wanted.key, ${IN_FORCE_COLUMNS} FROM ${IDENTITY_KEYS.sql}
       JOIN identity i ON i.chain = wanted.chain AND i.identity_address = wanted.identity_address
      ${REVISION_IN_FORCE}`,
    keys,
  );
  return rows.map((row) => row ?? null);
}
