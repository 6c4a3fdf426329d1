import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type ExportRecord, type ImportRecord, RECORD_COLUMNS } from './record-rows.ts';

const KEYS = describeKeys({ chainId: 'text', hash: 'text', height: 'integer' });
export type BlockKey = KeyOf<typeof KEYS>;

export interface BlockPage {
  after: { txIndex: number; vout: number };
  limit: number;
}

function lister<Row extends ExportRecord | ImportRecord>(table: keyof typeof RECORD_COLUMNS) {
  const sql = `
SELECT wanted.key - 1 AS "keyIndex", ${RECORD_COLUMNS[table]}
  FROM ${KEYS.sql}
 CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
 CROSS JOIN LATERAL (
    SELECT * FROM ${table}
     WHERE ${table}.chain = block.chain AND ${table}.height = block.height AND (${table}.tx_index, ${table}.vout) > ($4::integer, $5::integer)
     ORDER BY ${table}.chain, ${table}.height, ${table}.tx_index, ${table}.vout
     LIMIT $6
 ) AS ${table}
 WHERE block.chain = wanted.chain AND block.height <= wanted.height
 ORDER BY wanted.key, ${table}.tx_index, ${table}.vout`;
  return async (db: SqlExecutor, keys: readonly BlockKey[], { after, limit }: BlockPage) => {
    const page = [after.txIndex, after.vout, limit];
    return db.$queryRawUnsafe<(Row & { keyIndex: number })[]>(sql, ...KEYS.values(keys), ...page);
  };
}

export const listBlockExports = lister<ExportRecord>('export');
export const listBlockImports = lister<ImportRecord>('import');
