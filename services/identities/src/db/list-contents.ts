import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { EMPTY_MAP } from '@ledgergraph/verus-protocol/payloads/identity-primary';

const KEYS = describeKeys({ chainId: 'text', identityAddress: 'text', fromHeight: 'integer', toHeight: 'integer' });
export type ContentsKey = KeyOf<typeof KEYS>;

/** Anyone may write much, so contents that are read together have a bound. */
export const CONTENT_BYTES_MAX = 16 * 1024 * 1024;

/** @returns null for an identity with contents where all together are longer than the bound */
export async function listContents(
  db: SqlExecutor,
  keys: readonly ContentsKey[],
  bytesMax = CONTENT_BYTES_MAX,
): Promise<(string[] | null)[]> {
  const rows = await KEYS.list<{ content: string | null }>(
    db,
    `SELECT wanted.key, CASE WHEN sum(octet_length(r.content_multi_map)) OVER () <= $6 THEN r.content_multi_map END AS content FROM ${KEYS.sql}
       JOIN identity_revision r ON r.chain = wanted.chain AND r.identity_address = wanted.identity_address
        AND r.height BETWEEN wanted.from_height AND wanted.to_height AND r.content_multi_map <> $5
      ORDER BY wanted.key, r.version`,
    keys,
    EMPTY_MAP,
    bytesMax,
  );
  return rows.map((written) => {
    const contents = written.flatMap(({ content }) => content ?? []);
    return contents.length === written.length ? contents : null;
  });
}
