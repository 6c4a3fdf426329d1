import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { CurrencyNameRow } from './identity-rows.ts';

/** A currency is defined once; should a definition come again, the first one stands. */
export async function insertCurrencyNames(
  tx: SqlExecutor,
  chainId: string,
  rows: readonly CurrencyNameRow[],
): Promise<void> {
  await insertRows(
    tx,
    'currency_name',
    { chain_id: 'text', currency_id: 'text', name: 'text', parent_id: 'text', height: 'integer' },
    rows.map((row) => [chainId, row.currencyId, row.name, row.parentId, row.height]),
    'ON CONFLICT DO NOTHING',
  );
}

/** An id that a name may stand for, at a height. */
export interface NamedKey {
  chainId: string;
  height: number;
  id: string;
}

/** Returns for each id whether the chain knows it by then, as an identity or as a currency. One query. */
export async function areNamed(db: SqlExecutor, keys: readonly NamedKey[]): Promise<boolean[]> {
  const rows = await db.$queryRawUnsafe<{ place: number }[]>(
    `SELECT wanted.place::integer AS place
       FROM unnest($1::text[], $2::integer[], $3::text[]) WITH ORDINALITY AS wanted (chain_id, height, id, place)
      WHERE EXISTS (SELECT FROM identity WHERE chain_id = wanted.chain_id AND identity_address = wanted.id
                                           AND registered_height <= wanted.height)
         OR EXISTS (SELECT FROM currency_name WHERE chain_id = wanted.chain_id AND currency_id = wanted.id
                                                AND height <= wanted.height)`,
    keys.map((key) => key.chainId),
    keys.map((key) => key.height),
    keys.map((key) => key.id),
  );
  const named = new Set(rows.map(({ place }) => place));
  return keys.map((_, index) => named.has(index + 1));
}

export interface NameRow {
  source: 'currency' | 'identity';
  id: string;
  name: string;
  parentId: string | null;
}

/** Labels of the given ids, as currencies and as identities. */
export async function listNames(tx: SqlExecutor, chainId: string, ids: readonly string[]): Promise<NameRow[]> {
  return tx.$queryRawUnsafe<NameRow[]>(
    `SELECT 'currency' AS source, currency_id AS id, name, parent_id AS "parentId"
       FROM currency_name WHERE chain_id = $1 AND currency_id = ANY($2::text[])
      UNION ALL
     SELECT 'identity', i.identity_address, r.name, i.parent_id
       FROM identity i
       JOIN identity_revision r ON r.chain_id = i.chain_id AND r.identity_address = i.identity_address AND r.version = 1
      WHERE i.chain_id = $1 AND i.identity_address = ANY($2::text[])`,
    chainId,
    ids,
  );
}
