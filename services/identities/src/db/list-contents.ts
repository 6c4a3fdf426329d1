import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { EMPTY_MAP } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { IDENTITY_KEYS, type IdentityKey } from './find-identities.ts';

export async function listContents(db: SqlExecutor, keys: readonly IdentityKey[]): Promise<string[][]> {
  const rows = await IDENTITY_KEYS.list<{ content: string }>(
    db,
    `SELECT wanted.key, r.content_multi_map AS content FROM ${IDENTITY_KEYS.sql}
       JOIN identity_revision r ON r.chain = wanted.chain AND r.identity_address = wanted.identity_address
        AND r.height <= wanted.height AND r.content_multi_map <> $4
      ORDER BY wanted.key, r.version`,
    keys,
    EMPTY_MAP,
  );
  return rows.map((written) => written.map(({ content }) => content));
}
