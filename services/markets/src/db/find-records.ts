import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { OutputKey } from './find-transfers.ts';
import { type ExportRecord, exportColumns, type ImportRecord, importColumns } from './record-rows.ts';
import type { TransactionKey } from './transaction-key.ts';

const WANTED_OUTPUTS = `unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
        WITH ORDINALITY AS wanted (chain_id, txid, vout, height_max, key)`;
const OF_CHAIN = chainNumberOf('wanted.chain_id');

function byOutput(table: string, columns: string): string {
  return `
SELECT wanted.key::integer AS key, ${columns}
  FROM ${WANTED_OUTPUTS}
  JOIN ${table} ON ${table}.txid = decode(wanted.txid, 'hex') AND ${table}.vout = wanted.vout
 WHERE ${table}.chain = ${OF_CHAIN} AND ${table}.height <= wanted.height_max`;
}

const EXPORTS = byOutput('export', exportColumns('wanted.chain_id'));
const IMPORTS = byOutput('import', importColumns('wanted.chain_id'));

/** The export of each output, in the order of keys; null for one that holds none at its height. */
export async function findExports(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(ExportRecord | null)[]> {
  return findRows<ExportRecord>(db, EXPORTS, keys);
}

/** The import of each output, in the order of keys; null for one that holds none at its height. */
export async function findImports(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(ImportRecord | null)[]> {
  return findRows<ImportRecord>(db, IMPORTS, keys);
}

async function findRows<Row>(db: SqlExecutor, sql: string, keys: readonly OutputKey[]): Promise<(Row | null)[]> {
  const rows = await db.$queryRawUnsafe<(Row & { key: number })[]>(
    sql,
    ...columnsOf(keys, 'chainId', 'txid', 'vout', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}

/** An export of a system, and the chain whose import of it is looked for, as of a height. */
export interface ArrivalKey {
  chainId: string;
  sourceSystemId: string;
  exportTxid: string;
  exportVout: number;
  height: number;
}

const ARRIVALS = `
SELECT wanted.key::integer AS key, ${importColumns('wanted.chain_id')}
  FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[])
        WITH ORDINALITY AS wanted (chain_id, source_system_id, txid, vout, height_max, key)
  JOIN import ON import.export_txid = decode(wanted.txid, 'hex') AND import.export_out = wanted.vout
   AND import.source_system_id = wanted.source_system_id
 WHERE import.chain = ${OF_CHAIN} AND import.height <= wanted.height_max`;

/** The import of each export, in the order of keys; null where its chain has none at that height. */
export async function findArrivals(db: SqlExecutor, keys: readonly ArrivalKey[]): Promise<(ImportRecord | null)[]> {
  const rows = await db.$queryRawUnsafe<(ImportRecord & { key: number })[]>(
    ARRIVALS,
    ...columnsOf(keys, 'chainId', 'sourceSystemId', 'exportTxid', 'exportVout', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}

function ofTransaction(table: string, columns: string): string {
  return `
SELECT wanted.key::integer AS key, ${columns}
  FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, height_max, key)
  JOIN ${table} ON ${table}.txid = decode(wanted.txid, 'hex')
 WHERE ${table}.chain = ${OF_CHAIN} AND ${table}.height <= wanted.height_max
 ORDER BY wanted.key, ${table}.vout`;
}

const EXPORTS_OF = ofTransaction('export', exportColumns('wanted.chain_id'));
const IMPORTS_OF = ofTransaction('import', importColumns('wanted.chain_id'));

/** The exports of each transaction, in the order of outputs. */
export function findExportsOf(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<ExportRecord[][]> {
  return findOf<ExportRecord>(db, EXPORTS_OF, keys);
}

/** The imports of each transaction, in the order of outputs. */
export function findImportsOf(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<ImportRecord[][]> {
  return findOf<ImportRecord>(db, IMPORTS_OF, keys);
}

async function findOf<Row>(db: SqlExecutor, sql: string, keys: readonly TransactionKey[]): Promise<Row[][]> {
  const rows = await db.$queryRawUnsafe<(Row & { key: number })[]>(
    sql,
    ...columnsOf(keys, 'chainId', 'txid', 'height'),
  );
  return rowsOfKeys(keys, rows);
}
