import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransactionKey } from './transaction-key.ts';
import { type TransferRow, transferColumns } from './transfer-row.ts';

/** An output of a chain, as of a height. */
export interface OutputKey {
  chainId: string;
  txid: string;
  vout: number;
  height: number;
}

const OF_CHAIN = chainNumberOf('wanted.chain_id');
const COLUMNS = `wanted.key::integer AS key, ${transferColumns('wanted.chain_id', 'wanted.height_max')}`;

const FIND = `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, vout, height_max, key)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex') AND transfer.vout = wanted.vout
 WHERE transfer.chain = ${OF_CHAIN} AND transfer.height <= wanted.height_max`;

/** The transfer of each output, in the order of keys; null for one that holds none at its height. */
export async function findTransfers(db: SqlExecutor, keys: readonly OutputKey[]): Promise<(TransferRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(TransferRow & { key: number })[]>(
    FIND,
    ...columnsOf(keys, 'chainId', 'txid', 'vout', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}

const OF_TRANSACTIONS = `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, txid, height_max, key)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex')
 WHERE transfer.chain = ${OF_CHAIN} AND transfer.height <= wanted.height_max AND transfer.vout >= 0
 ORDER BY wanted.key, transfer.vout`;

/** The transfers among the outputs of each transaction, in their order. */
export async function findTransfersOf(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<TransferRow[][]> {
  const rows = await db.$queryRawUnsafe<(TransferRow & { key: number })[]>(
    OF_TRANSACTIONS,
    ...columnsOf(keys, 'chainId', 'txid', 'height'),
  );
  return rowsOfKeys(keys, rows);
}

/** An export or an import of a chain, as of a height. */
export interface RecordKey {
  chainId: string;
  height: number;
  recordHeight: number;
  txIndex: number;
  vout: number;
}

/** A page of its transfers: those behind a position. */
export interface RecordPage {
  after: number;
  limit: number;
}

function ofRecord(link: 'export' | 'import'): string {
  const column = (name: string) => `transfer.${link}_${name}`;
  return `
SELECT (wanted.key - 1)::integer AS "keyIndex", ${transferColumns('wanted.chain_id', 'wanted.height_max')}
  FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[])
        WITH ORDINALITY AS wanted (chain_id, height_max, height, tx_index, vout, key)
 CROSS JOIN LATERAL (
    SELECT * FROM transfer
     WHERE transfer.chain = ${OF_CHAIN} AND ${column('height')} = wanted.height AND ${column('tx_index')} = wanted.tx_index
       AND ${column('vout')} = wanted.vout AND ${column('ordinal')} > $6
     ORDER BY ${['chain', ...['height', 'tx_index', 'vout', 'ordinal'].map((name) => `${link}_${name}`)].map((name) => `transfer.${name}`).join(', ')}
     LIMIT $7
 ) AS transfer
 ORDER BY wanted.key, ${column('ordinal')}`;
}

const OF_RECORDS = { export: ofRecord('export'), import: ofRecord('import') } as const;

export type LinkedTransfer = TransferRow & { keyIndex: number };

function lister(link: 'export' | 'import') {
  return (db: SqlExecutor, keys: readonly RecordKey[], { after, limit }: RecordPage): Promise<LinkedTransfer[]> =>
    Promise.resolve(
      db.$queryRawUnsafe<LinkedTransfer[]>(
        OF_RECORDS[link],
        ...columnsOf(keys, 'chainId', 'height', 'recordHeight', 'txIndex', 'vout'),
        after,
        limit,
      ),
    );
}

/** Pages of the transfers of exports, in the order of each. */
export const listTransfersOfExports = lister('export');

/** Pages of the transfers of imports, in the order of each. */
export const listTransfersOfImports = lister('import');

/** A position in an export or an import of a chain. */
export interface PositionKey extends RecordKey {
  ordinal: number;
}

function atPosition(link: 'export' | 'import'): string {
  return `
SELECT ${COLUMNS}
  FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
        WITH ORDINALITY AS wanted (chain_id, height_max, height, tx_index, vout, ordinal, key)
  JOIN transfer ON transfer.chain = ${OF_CHAIN} AND transfer.${link}_height = wanted.height AND transfer.${link}_tx_index = wanted.tx_index
   AND transfer.${link}_vout = wanted.vout AND transfer.${link}_ordinal = wanted.ordinal`;
}

function finder(sql: string) {
  return async (db: SqlExecutor, keys: readonly PositionKey[]): Promise<(TransferRow | null)[]> => {
    const columns = columnsOf(keys, 'chainId', 'height', 'recordHeight', 'txIndex', 'vout', 'ordinal');
    const rows = await db.$queryRawUnsafe<(TransferRow & { key: number })[]>(sql, ...columns);
    return rowOfKeys(keys, rows).map((row) => row ?? null);
  };
}

/** The transfer at each position of an import, in the order of keys. */
export const findSettled = finder(atPosition('import'));

/** The transfer at each position of an export, in the order of keys. */
export const findExported = finder(atPosition('export'));
