import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransactionKey } from './transaction-key.ts';
import { type StoredTransfer, TRANSFER_COLUMNS, type TransferRow, transferAt } from './transfer-row.ts';

export interface OutputKey extends TransactionKey {
  vout: number;
}

const OF_CHAIN = chainNumberOf('wanted.chain_id');
const COLUMNS = `wanted.key::integer AS key, ${TRANSFER_COLUMNS}`;

const FIND = `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, height_max, vout, key)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex') AND transfer.vout = wanted.vout
 WHERE transfer.chain = ${OF_CHAIN} AND transfer.height <= wanted.height_max`;

const OF_TRANSACTIONS = `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, height_max, key)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex')
 WHERE transfer.chain = ${OF_CHAIN} AND transfer.height <= wanted.height_max AND transfer.vout >= 0
 ORDER BY wanted.key, transfer.vout`;

interface Key {
  chainId: string;
  height: number;
}

async function read<Of extends Key>(
  db: SqlExecutor,
  sql: string,
  keys: readonly Of[],
  members: readonly (keyof Of)[],
  ...values: unknown[]
): Promise<(TransferRow & { key: number })[]> {
  const rows = await db.$queryRawUnsafe<(StoredTransfer & { key: number })[]>(
    sql,
    ...columnsOf(keys, ...members),
    ...values,
  );
  return rows.map(({ key, ...row }) => ({ ...transferAt(row, keys[key - 1] as Of), key }));
}

async function readOne<Of extends Key>(
  db: SqlExecutor,
  sql: string,
  keys: readonly Of[],
  members: readonly (keyof Of)[],
): Promise<(TransferRow | null)[]> {
  return rowOfKeys(keys, await read(db, sql, keys, members)).map((row) => row ?? null);
}

export function findTransfers(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(TransferRow | null)[]> {
  return readOne(db, FIND, keys, ['chainId', 'txid', 'height', 'vout']);
}

export async function findTransfersOf(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<TransferRow[][]> {
  return rowsOfKeys(keys, await read(db, OF_TRANSACTIONS, keys, ['chainId', 'txid', 'height']));
}

export interface RecordKey extends Key {
  recordHeight: number;
  txIndex: number;
  vout: number;
}

export interface RecordPage {
  after: number;
  limit: number;
}

const RECORD = ['chainId', 'height', 'recordHeight', 'txIndex', 'vout'] as const;

function ofRecord(link: 'export' | 'import'): string {
  return `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[])
        WITH ORDINALITY AS wanted (chain_id, height_max, height, tx_index, vout, key)
 CROSS JOIN LATERAL (
    SELECT * FROM transfer
     WHERE transfer.chain = ${OF_CHAIN} AND transfer.${link}_height = wanted.height AND transfer.${link}_tx_index = wanted.tx_index
       AND transfer.${link}_vout = wanted.vout AND transfer.${link}_ordinal > $6
     ORDER BY transfer.chain, transfer.${link}_height, transfer.${link}_tx_index, transfer.${link}_vout, transfer.${link}_ordinal
     LIMIT $7
 ) AS transfer
 ORDER BY wanted.key, transfer.${link}_ordinal`;
}

export type LinkedTransfer = TransferRow & { keyIndex: number };

function lister(sql: string) {
  return async (db: SqlExecutor, keys: readonly RecordKey[], page: RecordPage): Promise<LinkedTransfer[]> => {
    const rows = await read(db, sql, keys, RECORD, page.after, page.limit);
    return rows.map(({ key, ...row }) => ({ ...row, keyIndex: key - 1 }));
  };
}

export const listTransfersOfExports = lister(ofRecord('export'));
export const listTransfersOfImports = lister(ofRecord('import'));

export interface PositionKey extends RecordKey {
  ordinal: number;
}

function atPosition(link: 'export' | 'import') {
  const sql = `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
        WITH ORDINALITY AS wanted (chain_id, height_max, height, tx_index, vout, ordinal, key)
  JOIN transfer ON transfer.chain = ${OF_CHAIN} AND transfer.${link}_height = wanted.height AND transfer.${link}_tx_index = wanted.tx_index
   AND transfer.${link}_vout = wanted.vout AND transfer.${link}_ordinal = wanted.ordinal`;
  return (db: SqlExecutor, keys: readonly PositionKey[]) => readOne(db, sql, keys, [...RECORD, 'ordinal']);
}

export const findSettled = atPosition('import');
export const findExported = atPosition('export');
