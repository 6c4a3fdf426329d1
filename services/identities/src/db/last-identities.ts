import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { revisions } from './tables.ts';

export interface LastRevision {
  version: number;
  ordinal: number;
  state: IdentityState;
}

export async function findLastRevisions(
  db: SqlExecutor,
  chain: number,
  addresses: readonly string[],
): Promise<Map<string, LastRevision>> {
  const rows = await db.$queryRawUnsafe<(IdentityState & { version: number; ordinal: number })[]>(
    `SELECT ${revisions.columns('r')}, i.parent_id AS "parentId", i.ordinal
       FROM unnest($2::text[]) AS wanted (address)
       JOIN identity i ON i.chain = $1 AND i.identity_address = wanted.address
      CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain = $1 AND identity_address = wanted.address
             ORDER BY version DESC LIMIT 1) r`,
    chain,
    addresses,
  );
  return new Map(rows.map((row) => [row.identityAddress, { version: row.version, ordinal: row.ordinal, state: row }]));
}

/** Ordinals have no gaps. */
export async function findLastOrdinal(db: SqlExecutor, chain: number): Promise<number> {
  const rows = await db.$queryRawUnsafe<{ ordinal: number }[]>(
    'SELECT ordinal FROM identity WHERE chain = $1 ORDER BY chain DESC, ordinal DESC LIMIT 1',
    chain,
  );
  return rows[0]?.ordinal ?? 0;
}
