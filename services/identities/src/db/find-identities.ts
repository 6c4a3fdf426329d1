import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type IdentityInForce, IN_FORCE_COLUMNS } from './identity-in-force.ts';

/** Which identity, and at which height of which chain. */
export interface IdentityKey {
  chainId: string;
  height: number;
  identityAddress: string;
}

/** Each identity at its height, in the order asked; null where it is not registered by then. One query. */
export async function findIdentities(
  db: SqlExecutor,
  keys: readonly IdentityKey[],
): Promise<(IdentityInForce | null)[]> {
  const rows = await db.$queryRawUnsafe<(IdentityInForce & { place: number })[]>(
    `SELECT wanted.place::integer AS place, ${IN_FORCE_COLUMNS}
       FROM unnest($1::text[], $2::integer[], $3::text[]) WITH ORDINALITY AS wanted (chain_id, height, address, place)
       JOIN identity i ON i.chain_id = wanted.chain_id AND i.identity_address = wanted.address
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain_id = i.chain_id AND identity_address = i.identity_address AND height <= wanted.height
             ORDER BY height DESC, version DESC LIMIT 1) r`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.height),
    keys.map((key) => key.identityAddress),
  );
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, index) => byPlace.get(index + 1) ?? null);
}
