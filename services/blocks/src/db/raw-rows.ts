import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TRANSACTION_KEYS, type TransactionKey } from './find-transactions.ts';
import { transactionsByTxid } from './place-sql.ts';

export interface RawRow {
  txid: string;
  raw: Uint8Array;
}

export async function findRaw(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<(Uint8Array | undefined)[]> {
  const rows = await TRANSACTION_KEYS.find<{ raw: Uint8Array }>(
    db,
    `SELECT wanted.key, found.raw
       FROM ${TRANSACTION_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT kept.raw FROM raw_transaction kept
         WHERE kept.chain_id = wanted.chain_id AND kept.txid = decode(wanted.txid, 'hex')
         LIMIT 1
      ) found`,
    keys,
  );
  return rows.map((row) => row?.raw);
}

/** Also adds the size to rows whose block did not print it. */
export async function saveRaw(db: SqlExecutor, chainId: string, rows: readonly RawRow[]): Promise<void> {
  await insertRows(
    db,
    'raw_transaction',
    { chain_id: 'text', txid: 'bytea', raw: 'bytea' },
    rows.map(({ txid, raw }) => [chainId, txid, raw]),
    'ON CONFLICT DO NOTHING',
  );
  await db.$executeRawUnsafe(
    `UPDATE transaction tx SET size = known.size
       FROM unnest($2::text[], $3::integer[]) AS known (txid, size)
      CROSS JOIN LATERAL ${transactionsByTxid("decode(known.txid, 'hex')")} AS found
      WHERE found.chain = ${chainNumber(1)} AND (tx.chain, tx.height, tx.ordinal, tx.index) = (found.chain, found.height, found.ordinal, found.index)
        AND tx.size IS NULL`,
    chainId,
    rows.map(({ txid }) => txid),
    rows.map(({ raw }) => raw.length),
  );
}

/** A row takes them besides. */
export const KEPT_ROW_BYTES = 300;

/** The oldest rows leave. */
export async function pruneKept(
  db: SqlExecutor,
  table: 'raw_transaction' | 'node_text',
  chainId: string,
  bytesMax: number,
): Promise<void> {
  await db.$executeRawUnsafe(
    `DELETE FROM ${table} WHERE chain_id = $1 AND serial <= (
       SELECT max(serial) FROM (
         SELECT serial, sum(length(raw) + ${KEPT_ROW_BYTES}) OVER (ORDER BY serial DESC ROWS UNBOUNDED PRECEDING) AS bytes
           FROM ${table} WHERE chain_id = $1
       ) kept WHERE bytes > $2::bigint
     )`,
    chainId,
    bytesMax,
  );
}
