import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { EMPTY_MAP } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { IdentityKey } from './find-identities.ts';
import { groupByPlace } from './group-by-place.ts';

/** Content multi-maps that each identity's revisions wrote up to its height, as JSON text, oldest first. One query. */
export async function listContents(db: SqlExecutor, keys: readonly IdentityKey[]): Promise<string[][]> {
  const rows = await db.$queryRawUnsafe<{ place: number; content: string }[]>(
    `SELECT wanted.place::integer AS place, r.content_multi_map AS content
       FROM unnest($1::text[], $2::integer[], $3::text[]) WITH ORDINALITY AS wanted (chain_id, height, address, place)
       JOIN identity_revision r ON r.chain_id = wanted.chain_id AND r.identity_address = wanted.address
        AND r.height <= wanted.height AND r.content_multi_map <> $4
      ORDER BY wanted.place, r.version`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.height),
    keys.map((key) => key.identityAddress),
    EMPTY_MAP,
  );
  return groupByPlace(rows, keys.length).map((group) => group.map((row) => row.content));
}
