import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  compareIn,
  type ListPage,
  type ListPlace,
  type Order,
  rangeOf,
  wantedLists,
  wantedValues,
} from './list-order.ts';
import { type ExportRecord, type ImportRecord, RECORD_COLUMNS } from './record-rows.ts';
import { type RegistrationRow, registrationTable } from './registration-tables.ts';
import { type StoredTransfer, TRANSFER_COLUMNS, type TransferRow, transferAt } from './transfer-row.ts';

export interface ListKey {
  chainId: string;
  height: number;
  /** As digits, since keys are compared as text. */
  scopes: readonly string[];
}

export type Listed<Row> = Row & { keyIndex: number; place: ListPlace };

interface Target {
  table: string;
  at: string;
  columns: string;
}

const atPlace = (table: string): string =>
  `${table}.height = listed.height AND ${table}.tx_index = listed.tx_index AND ${table}.vout = listed.vout`;

// Looks each row up: without LIMIT Postgres may read a whole table to join it.
function statement({ table, at, columns }: Target, order: Order): string {
  return `
SELECT wanted.key, ARRAY[listed.height, listed.tx_index, listed.vout, listed.ordinal] AS place, ${columns}
  FROM ${wantedLists('bigint')}
 CROSS JOIN LATERAL (${rangeOf('listing', 'scope', order, 'AND member.since <= wanted.height_max')}) AS listed
 CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${table}.chain = wanted.chain AND ${at} LIMIT 1) AS ${table}`;
}

/** All keys are one statement, each scope a range of one index. @param read makes a row as of the key's height */
function lister<Read, Row>(target: Target, read: (row: Read, key: ListKey) => Row) {
  const statements = { ASC: statement(target, 'ASC'), DESC: statement(target, 'DESC') };
  return async (db: SqlExecutor, keys: readonly ListKey[], page: ListPage): Promise<Listed<Row>[]> => {
    const wanted = keys.flatMap(({ chainId, height, scopes }, key) =>
      scopes.map((list) => ({ chainId, height, list, key })),
    );
    const rows = await db.$queryRawUnsafe<(Read & { key: number; place: ListPlace })[]>(
      statements[page.order],
      ...wantedValues(wanted, page),
    );
    const compare = (a: Listed<Row>, b: Listed<Row>): number =>
      a.keyIndex - b.keyIndex || compareIn(page.order, a.place, b.place);
    // A transfer that left and came back is in both scopes of a list.
    return rows
      .map(({ key, place, ...row }) => ({ ...read(row as Read, keys[key] as ListKey), keyIndex: key, place }))
      .sort(compare)
      .filter((row, index, all) => index === 0 || compare(all[index - 1] as Listed<Row>, row) !== 0);
  };
}

const asRead = <Row>(row: Row): Row => row;

export const listTransfers = lister<StoredTransfer, TransferRow>(
  { table: 'transfer', at: atPlace('transfer'), columns: TRANSFER_COLUMNS },
  transferAt,
);
export const listConversions = lister<StoredTransfer, TransferRow>(
  {
    table: 'transfer',
    at: `transfer.import_height = listed.height AND transfer.import_tx_index = listed.tx_index
        AND transfer.import_vout = listed.vout AND transfer.import_ordinal = listed.ordinal`,
    columns: TRANSFER_COLUMNS,
  },
  transferAt,
);
export const listExports = lister<ExportRecord, ExportRecord>(
  { table: 'export', at: atPlace('export'), columns: RECORD_COLUMNS.export },
  asRead,
);
export const listImports = lister<ImportRecord, ImportRecord>(
  { table: 'import', at: atPlace('import'), columns: RECORD_COLUMNS.import },
  asRead,
);
export const listRegistrations = lister<RegistrationRow, RegistrationRow>(
  {
    table: 'registration',
    at: 'registration.height = listed.height AND registration.tx_index = listed.tx_index',
    columns: registrationTable.columns('registration'),
  },
  asRead,
);
