import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { OutputKey } from './find-transfers.ts';
import { type ExportRecord, type ImportRecord, RECORD_COLUMNS } from './record-rows.ts';
import type { TransactionKey } from './transaction-key.ts';

const OF_CHAIN = chainNumberOf('wanted.chain_id');

type Table = keyof typeof RECORD_COLUMNS;

function byOutput<Row extends ExportRecord | ImportRecord>(table: Table) {
  const sql = `
SELECT wanted.key::integer AS key, ${RECORD_COLUMNS[table]}
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
        WITH ORDINALITY AS wanted (chain_id, txid, vout, height_max, key)
  JOIN ${table} ON ${table}.txid = decode(wanted.txid, 'hex') AND ${table}.vout = wanted.vout
 WHERE ${table}.chain = ${OF_CHAIN} AND ${table}.height <= wanted.height_max`;
  return async (db: SqlExecutor, keys: readonly OutputKey[]): Promise<(Row | null)[]> => {
    const columns = columnsOf(keys, 'chainId', 'txid', 'vout', 'height');
    const rows = await db.$queryRawUnsafe<(Row & { key: number })[]>(sql, ...columns);
    return rowOfKeys(keys, rows).map((row) => row ?? null);
  };
}

export const findExports = byOutput<ExportRecord>('export');
export const findImports = byOutput<ImportRecord>('import');

export interface ArrivalKey {
  chainId: string;
  sourceSystemId: string;
  exportTxid: string;
  exportVout: number;
  height: number;
}

const ARRIVALS = `
SELECT wanted.key::integer AS key, ${RECORD_COLUMNS.import}
  FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[])
        WITH ORDINALITY AS wanted (chain_id, source_system_id, txid, vout, height_max, key)
  JOIN import ON import.export_txid = decode(wanted.txid, 'hex') AND import.export_vout = wanted.vout
   AND import.source_system_id = wanted.source_system_id
 WHERE import.chain = ${OF_CHAIN} AND import.height <= wanted.height_max`;

/** Null where the chain has no import of the export at that height. */
export async function findArrivals(db: SqlExecutor, keys: readonly ArrivalKey[]): Promise<(ImportRecord | null)[]> {
  const columns = columnsOf(keys, 'chainId', 'sourceSystemId', 'exportTxid', 'exportVout', 'height');
  const rows = await db.$queryRawUnsafe<(ImportRecord & { key: number })[]>(ARRIVALS, ...columns);
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}

function ofTransaction<Row extends ExportRecord | ImportRecord>(table: Table) {
  const sql = `
SELECT wanted.key::integer AS key, ${RECORD_COLUMNS[table]}
  FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, height_max, key)
  JOIN ${table} ON ${table}.txid = decode(wanted.txid, 'hex')
 WHERE ${table}.chain = ${OF_CHAIN} AND ${table}.height <= wanted.height_max
 ORDER BY wanted.key, ${table}.vout`;
  return async (db: SqlExecutor, keys: readonly TransactionKey[]): Promise<Row[][]> => {
    const columns = columnsOf(keys, 'chainId', 'txid', 'height');
    return rowsOfKeys(keys, await db.$queryRawUnsafe<(Row & { key: number })[]>(sql, ...columns));
  };
}

export const findExportsOf = ofTransaction<ExportRecord>('export');
export const findImportsOf = ofTransaction<ImportRecord>('import');
