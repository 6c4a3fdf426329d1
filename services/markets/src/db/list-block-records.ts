import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type ExportRecord, type ImportRecord, RECORD_COLUMNS } from './record-rows.ts';

export interface BlockKey {
  chainId: string;
  hash: string;
  height: number;
}

export interface BlockPage {
  after: { txIndex: number; vout: number };
  limit: number;
}

function lister<Row extends ExportRecord | ImportRecord>(table: keyof typeof RECORD_COLUMNS) {
  const sql = `
SELECT (wanted.key - 1)::integer AS "keyIndex", ${RECORD_COLUMNS[table]}
  FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, hash, height_max, key)
 CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
 CROSS JOIN LATERAL (
    SELECT * FROM ${table}
     WHERE ${table}.chain = block.chain AND ${table}.height = block.height AND (${table}.tx_index, ${table}.vout) > ($4::integer, $5::integer)
     ORDER BY ${table}.chain, ${table}.height, ${table}.tx_index, ${table}.vout
     LIMIT $6
 ) AS ${table}
 WHERE block.chain = ${chainNumberOf('wanted.chain_id')} AND block.height <= wanted.height_max
 ORDER BY wanted.key, ${table}.tx_index, ${table}.vout`;
  return async (db: SqlExecutor, keys: readonly BlockKey[], { after, limit }: BlockPage) => {
    const columns = columnsOf(keys, 'chainId', 'hash', 'height');
    const page = [after.txIndex, after.vout, limit];
    return db.$queryRawUnsafe<(Row & { keyIndex: number })[]>(sql, ...columns, ...page);
  };
}

export const listBlockExports = lister<ExportRecord>('export');
export const listBlockImports = lister<ImportRecord>('import');
