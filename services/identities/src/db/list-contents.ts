import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { EMPTY_MAP } from '@ledgergraph/verus-protocol/payloads/identity-primary';

const KEYS = describeKeys({ chainId: 'text', identityAddress: 'text', fromHeight: 'integer', toHeight: 'integer' });
export type ContentsKey = KeyOf<typeof KEYS>;

export async function listContents(db: SqlExecutor, keys: readonly ContentsKey[]): Promise<string[][]> {
  const rows = await KEYS.list<{ content: string }>(
    db,
    `SELECT wanted.key, r.content_multi_map AS content FROM ${KEYS.sql}
       JOIN identity_revision r ON r.chain = wanted.chain AND r.identity_address = wanted.identity_address
        AND r.height BETWEEN wanted.from_height AND wanted.to_height AND r.content_multi_map <> $5
      ORDER BY wanted.key, r.version`,
    keys,
    EMPTY_MAP,
  );
  return rows.map((written) => written.map(({ content }) => content));
}
