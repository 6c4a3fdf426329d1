import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { groupByPlace } from './group-by-place.ts';
import { type IdentityVersionRow, VERSION_BLOCK, VERSION_COLUMNS } from './revision-columns.ts';

/** A revision, if it stands at or below the height. */
export interface VersionKey {
  chainId: string;
  identityAddress: string;
  version: number;
  height: number;
}

/** The revision of each key, in the order of keys; null for a key without a revision. One query. */
export async function findVersions(
  db: SqlExecutor,
  keys: readonly VersionKey[],
): Promise<(IdentityVersionRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(IdentityVersionRow & { place: number })[]>(
    `SELECT wanted.place::integer AS place, ${VERSION_COLUMNS}
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
            WITH ORDINALITY AS wanted (chain_id, address, version, height, place)
       JOIN identity_revision r ON r.chain_id = wanted.chain_id AND r.identity_address = wanted.address
        AND r.version = wanted.version AND r.height <= wanted.height
      ${VERSION_BLOCK}
      ORDER BY wanted.place`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ identityAddress }) => identityAddress),
    keys.map(({ version }) => version),
    keys.map(({ height }) => height),
  );
  return groupByPlace(rows, keys.length).map(([row = null]) => row);
}
