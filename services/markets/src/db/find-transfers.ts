import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { OUTPUT_KEYS, type OutputKey, TRANSACTION_KEYS, type TransactionKey } from './transaction-key.ts';
import { type StoredTransfer, TRANSFER_COLUMNS, type TransferRow, transferAt } from './transfer-row.ts';

const COLUMNS = `wanted.key, ${TRANSFER_COLUMNS}`;

const FIND = `
SELECT ${COLUMNS}
  FROM ${OUTPUT_KEYS.sql}
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex') AND transfer.vout = wanted.vout
 WHERE transfer.chain = wanted.chain AND transfer.height <= wanted.height`;

const OF_TRANSACTIONS = `
SELECT ${COLUMNS}
  FROM ${TRANSACTION_KEYS.sql}
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex')
 WHERE transfer.chain = wanted.chain AND transfer.height <= wanted.height AND transfer.vout >= 0
 ORDER BY wanted.key, transfer.vout`;

type Stored = readonly (StoredTransfer | undefined)[];

/** @param keys of the rows */
function readEach(keys: readonly { chainId: string; height: number }[], rows: Stored): (TransferRow | null)[] {
  return rows.map((row, index) => (row === undefined ? null : transferAt(row, keys[index] as (typeof keys)[number])));
}

export async function findTransfers(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(TransferRow | null)[]> {
  return readEach(keys, await OUTPUT_KEYS.find(db, FIND, keys));
}

export async function findTransfersOf(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<TransferRow[][]> {
  const rows = await TRANSACTION_KEYS.list<StoredTransfer>(db, OF_TRANSACTIONS, keys);
  return rows.map((found, index) => found.map((row) => transferAt(row, keys[index] as TransactionKey)));
}

export interface RecordPage {
  after: number;
  limit: number;
}

const RECORD_KEYS = describeKeys({
  chainId: 'text',
  height: 'integer',
  recordHeight: 'integer',
  txIndex: 'integer',
  vout: 'integer',
});
export type RecordKey = KeyOf<typeof RECORD_KEYS>;

function ofRecord(link: 'export' | 'import'): string {
  return `
SELECT ${COLUMNS}
  FROM ${RECORD_KEYS.sql}
 CROSS JOIN LATERAL (
    SELECT * FROM transfer
     WHERE transfer.chain = wanted.chain AND transfer.${link}_height = wanted.record_height AND transfer.${link}_tx_index = wanted.tx_index
       AND transfer.${link}_vout = wanted.vout AND transfer.${link}_ordinal > $6
     ORDER BY transfer.chain, transfer.${link}_height, transfer.${link}_tx_index, transfer.${link}_vout, transfer.${link}_ordinal
     LIMIT $7
 ) AS transfer
 ORDER BY wanted.key, transfer.${link}_ordinal`;
}

export type LinkedTransfer = TransferRow & { keyIndex: number };

function lister(sql: string) {
  return async (db: SqlExecutor, keys: readonly RecordKey[], page: RecordPage): Promise<LinkedTransfer[]> => {
    const rows = await RECORD_KEYS.list<StoredTransfer>(db, sql, keys, page.after, page.limit);
    return rows.flatMap((found, keyIndex) =>
      found.map((row) => ({ ...transferAt(row, keys[keyIndex] as RecordKey), keyIndex })),
    );
  };
}

export const listTransfersOfExports = lister(ofRecord('export'));
export const listTransfersOfImports = lister(ofRecord('import'));

const POSITION_KEYS = describeKeys({ ...RECORD_KEYS.types, ordinal: 'integer' });
export type PositionKey = KeyOf<typeof POSITION_KEYS>;

function atPosition(link: 'export' | 'import') {
  const sql = `
SELECT ${COLUMNS}
  FROM ${POSITION_KEYS.sql}
  JOIN transfer ON transfer.chain = wanted.chain AND transfer.${link}_height = wanted.record_height AND transfer.${link}_tx_index = wanted.tx_index
   AND transfer.${link}_vout = wanted.vout AND transfer.${link}_ordinal = wanted.ordinal`;
  return async (db: SqlExecutor, keys: readonly PositionKey[]) =>
    readEach(keys, await POSITION_KEYS.find(db, sql, keys));
}

export const findSettled = atPosition('import');
export const findExported = atPosition('export');
