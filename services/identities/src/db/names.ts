import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

const NAMED_KEYS = describeKeys({ chainId: 'text', height: 'integer', id: 'text' });
export type NamedKey = KeyOf<typeof NAMED_KEYS>;

/** True for an id that the chain knows by the height, as an identity or as a currency. */
export async function areNamed(db: SqlExecutor, keys: readonly NamedKey[]): Promise<boolean[]> {
  const rows = await db.$queryRawUnsafe<{ key: number }[]>(
    `SELECT wanted.key FROM ${NAMED_KEYS.sql}
      WHERE EXISTS (SELECT FROM identity WHERE chain = wanted.chain AND identity_address = wanted.id
                                           AND registered_height <= wanted.height)
         OR EXISTS (SELECT FROM currency_name WHERE chain = wanted.chain AND currency_id = wanted.id
                                                AND height <= wanted.height)`,
    ...NAMED_KEYS.values(keys),
  );
  const named = new Set(rows.map(({ key }) => key));
  return keys.map((_, index) => named.has(index + 1));
}

export interface NameRow {
  source: 'currency' | 'identity';
  id: string;
  name: string;
  parentId: string | null;
}

export async function listNames(db: SqlExecutor, chain: number, ids: readonly string[]): Promise<NameRow[]> {
  return db.$queryRawUnsafe<NameRow[]>(
    `SELECT 'currency' AS source, currency_id AS id, name, parent_id AS "parentId"
       FROM currency_name WHERE chain = $1 AND currency_id = ANY($2::text[])
      UNION ALL
     SELECT 'identity', i.identity_address, r.name, i.parent_id
       FROM identity i
       JOIN identity_revision r ON r.chain = i.chain AND r.identity_address = i.identity_address AND r.version = 1
      WHERE i.chain = $1 AND i.identity_address = ANY($2::text[])`,
    chain,
    ids,
  );
}
