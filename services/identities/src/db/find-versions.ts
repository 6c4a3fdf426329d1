import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityVersionRow, VERSION_BLOCK, VERSION_COLUMNS } from './in-force.ts';

const KEYS = describeKeys({ chainId: 'text', identityAddress: 'text', version: 'integer', height: 'integer' });
export type VersionKey = KeyOf<typeof KEYS>;

export async function findVersions(
  db: SqlExecutor,
  keys: readonly VersionKey[],
): Promise<(IdentityVersionRow | null)[]> {
  const rows = await KEYS.find<IdentityVersionRow>(
    db,
    `SELECT wanted.key, ${VERSION_COLUMNS} FROM ${KEYS.sql}
       JOIN identity_revision r ON r.chain = wanted.chain AND r.identity_address = wanted.identity_address
        AND r.version = wanted.version AND r.height <= wanted.height
      ${VERSION_BLOCK}`,
    keys,
  );
  return rows.map((row) => row ?? null);
}
