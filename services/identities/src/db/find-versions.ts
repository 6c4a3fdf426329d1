import { describeKeys } from '@ledgergraph/chain-kit/chain/key-list';
import { rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityVersionRow, VERSION_BLOCK, VERSION_COLUMNS } from './in-force.ts';

export interface VersionKey {
  chainId: string;
  identityAddress: string;
  version: number;
  height: number;
}

const KEYS = describeKeys<VersionKey>({
  chainId: 'text',
  identityAddress: 'text',
  version: 'integer',
  height: 'integer',
});

export async function findVersions(
  db: SqlExecutor,
  keys: readonly VersionKey[],
): Promise<(IdentityVersionRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(IdentityVersionRow & { key: number })[]>(
    `SELECT wanted.key, ${VERSION_COLUMNS} FROM ${KEYS.sql}
       JOIN identity_revision r ON r.chain = wanted.chain AND r.identity_address = wanted.identity_address
        AND r.version = wanted.version AND r.height <= wanted.height
      ${VERSION_BLOCK}`,
    ...KEYS.values(keys),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}
