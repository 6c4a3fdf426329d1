import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

const TEXT_KEYS = describeKeys({ chainId: 'text', kind: 'text', hash: 'text' });

export async function findTexts(
  db: SqlExecutor,
  keys: readonly KeyOf<typeof TEXT_KEYS>[],
): Promise<(Uint8Array | undefined)[]> {
  const rows = await TEXT_KEYS.find<{ raw: Uint8Array }>(
    db,
    `SELECT wanted.key, found.raw
       FROM ${TEXT_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT kept.raw FROM node_text kept
         WHERE kept.chain_id = wanted.chain_id AND kept.kind = wanted.kind AND kept.hash = decode(wanted.hash, 'hex')
         LIMIT 1
      ) found`,
    keys,
  );
  return rows.map((row) => row?.raw);
}

export async function saveTexts(
  db: SqlExecutor,
  chainId: string,
  rows: readonly { kind: string; hash: string; raw: Uint8Array }[],
): Promise<void> {
  await insertRows(
    db,
    'node_text',
    { chain_id: 'text', kind: 'text', hash: 'bytea', raw: 'bytea' },
    rows.map(({ kind, hash, raw }) => [chainId, kind, hash, raw]),
    'ON CONFLICT DO NOTHING',
  );
}
