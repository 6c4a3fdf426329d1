import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type ExportRecord, type ImportRecord, RECORD_COLUMNS } from './record-rows.ts';
import { OUTPUT_KEYS, type OutputKey, TRANSACTION_KEYS, type TransactionKey } from './transaction-key.ts';

type Table = keyof typeof RECORD_COLUMNS;

function byOutput<Row extends ExportRecord | ImportRecord>(table: Table) {
  const sql = `
SELECT wanted.key, ${RECORD_COLUMNS[table]}
  FROM ${OUTPUT_KEYS.sql}
  JOIN ${table} ON ${table}.txid = decode(wanted.txid, 'hex') AND ${table}.vout = wanted.vout
 WHERE ${table}.chain = wanted.chain AND ${table}.height <= wanted.height`;
  return async (db: SqlExecutor, keys: readonly OutputKey[]): Promise<(Row | null)[]> => {
    return (await OUTPUT_KEYS.find<Row>(db, sql, keys)).map((row) => row ?? null);
  };
}

export const findExports = byOutput<ExportRecord>('export');
export const findImports = byOutput<ImportRecord>('import');

const ARRIVAL_KEYS = describeKeys({
  chainId: 'text',
  sourceSystemId: 'text',
  exportTxid: 'text',
  exportVout: 'integer',
  height: 'integer',
});
export type ArrivalKey = KeyOf<typeof ARRIVAL_KEYS>;

const ARRIVALS = `
SELECT wanted.key, ${RECORD_COLUMNS.import}
  FROM ${ARRIVAL_KEYS.sql}
  JOIN import ON import.export_txid = decode(wanted.export_txid, 'hex') AND import.export_vout = wanted.export_vout
   AND import.source_system_id = wanted.source_system_id
 WHERE import.chain = wanted.chain AND import.height <= wanted.height`;

/** Null where the chain has no import of the export at that height. */
export async function findArrivals(db: SqlExecutor, keys: readonly ArrivalKey[]): Promise<(ImportRecord | null)[]> {
  return (await ARRIVAL_KEYS.find<ImportRecord>(db, ARRIVALS, keys)).map((row) => row ?? null);
}

function ofTransaction<Row extends ExportRecord | ImportRecord>(table: Table) {
  const sql = `
SELECT wanted.key, ${RECORD_COLUMNS[table]}
  FROM ${TRANSACTION_KEYS.sql}
  JOIN ${table} ON ${table}.txid = decode(wanted.txid, 'hex')
 WHERE ${table}.chain = wanted.chain AND ${table}.height <= wanted.height
 ORDER BY wanted.key, ${table}.vout`;
  return (db: SqlExecutor, keys: readonly TransactionKey[]): Promise<Row[][]> => TRANSACTION_KEYS.list(db, sql, keys);
}

export const findExportsOf = ofTransaction<ExportRecord>('export');
export const findImportsOf = ofTransaction<ImportRecord>('import');
