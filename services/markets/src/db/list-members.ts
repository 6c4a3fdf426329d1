import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BEHIND, boundsOf, compareIn, type ListPage, type ListPlace, type Order } from './list-order.ts';
import { type ExportRecord, exportColumns, type ImportRecord, importColumns } from './record-rows.ts';
import { type TransferRow, transferColumns } from './transfer-row.ts';

/** A list of a chain, as of a height: the members of one scope, or of two together. */
export interface ListKey {
  chainId: string;
  height: number;
  /** As digits, since keys are compared as text. */
  scopes: readonly string[];
}

/** A member as a list has it. */
export type Listed<Row> = Row & { keyIndex: number; place: ListPlace };

/** Kinds of members: how the row of one is found by its place in a list. */
const TARGETS = {
  transfers: {
    join: `transfer ON transfer.chain = wanted.chain AND transfer.height = listed.height AND transfer.tx_index = listed.tx_index
        AND transfer.vout = listed.vout`,
    columns: transferColumns('wanted.chain_id', 'wanted.height_max'),
  },
  conversions: {
    join: `transfer ON transfer.chain = wanted.chain AND transfer.import_height = listed.height AND transfer.import_tx_index = listed.tx_index
        AND transfer.import_vout = listed.vout AND transfer.import_ordinal = listed.ordinal`,
    columns: transferColumns('wanted.chain_id', 'wanted.height_max'),
  },
  exports: {
    join: `export ON export.chain = wanted.chain AND export.height = listed.height AND export.tx_index = listed.tx_index
        AND export.vout = listed.vout`,
    columns: exportColumns('wanted.chain_id'),
  },
  imports: {
    join: `import ON import.chain = wanted.chain AND import.height = listed.height AND import.tx_index = listed.tx_index
        AND import.vout = listed.vout`,
    columns: importColumns('wanted.chain_id'),
  },
} as const;

type Target = keyof typeof TARGETS;

// A row of a table is looked up for each member: without LIMIT Postgres may read a table to its end, to join it.
function statement(target: Target, order: Order): string {
  const { join, columns } = TARGETS[target];
  const [table, condition] = join.split(' ON ');
  const behind = BEHIND[order];
  return `
SELECT (wanted.key - 1)::integer AS "keyIndex", listed.height AS "placeHeight", listed.tx_index AS "placeTxIndex",
       listed.vout AS "placeVout", listed.ordinal AS "placeOrdinal", ${columns}
  FROM (SELECT asked.*, ${chainNumberOf('asked.chain_id')} AS chain
          FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::integer[],
                      $9::integer[], $10::integer[], $11::integer[], $12::integer[])
            AS asked (chain_id, scope, height_max, key, start_height, start_tx_index, start_vout, start_ordinal,
                      end_height, end_tx_index, end_vout, end_ordinal)) AS wanted
 CROSS JOIN LATERAL (
    SELECT member.height, member.tx_index, member.vout, member.ordinal FROM listing AS member
     WHERE member.chain = wanted.chain AND member.scope = wanted.scope AND member.since <= wanted.height_max
       AND (member.height, member.tx_index, member.vout, member.ordinal) ${behind}
           (wanted.start_height, wanted.start_tx_index, wanted.start_vout, wanted.start_ordinal)
       AND (wanted.end_height, wanted.end_tx_index, wanted.end_vout, wanted.end_ordinal) ${behind}
           (member.height, member.tx_index, member.vout, member.ordinal)
     ORDER BY member.chain ${order}, member.scope ${order}, member.height ${order}, member.tx_index ${order}, member.vout ${order},
              member.ordinal ${order}
     LIMIT $13
 ) AS listed
 CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${condition} LIMIT 1) AS ${table}`;
}

const STATEMENTS = Object.fromEntries(
  (['transfers', 'conversions', 'exports', 'imports'] as const).map((target) => [
    target,
    { ASC: statement(target, 'ASC'), DESC: statement(target, 'DESC') },
  ]),
) as Record<Target, Record<Order, string>>;

type Read<Row> = Row & {
  keyIndex: number;
  placeHeight: number;
  placeTxIndex: number;
  placeVout: number;
  placeOrdinal: number;
};

/** Pages of lists of one kind: all keys are one statement, each scope a range of one index. */
function lister<Row>(target: Target) {
  return async (db: SqlExecutor, keys: readonly ListKey[], page: ListPage): Promise<Listed<Row>[]> => {
    const wanted = keys.flatMap(({ chainId, height, scopes }, index) =>
      scopes.map((scope) => ({ chainId, height, scope, key: index + 1, ...boundsOf(page, height) })),
    );
    const columns = [
      ...[wanted.map((one) => one.chainId), wanted.map((one) => one.scope), wanted.map((one) => one.height)],
      ...[wanted.map((one) => one.key)],
      ...(['start', 'end'] as const).flatMap((bound) =>
        (['height', 'txIndex', 'vout', 'ordinal'] as const).map((part) => wanted.map((one) => one[bound][part])),
      ),
    ];
    const rows = await db.$queryRawUnsafe<Read<Row>[]>(STATEMENTS[target][page.order], ...columns, page.limit);
    const listed = rows.map(({ placeHeight, placeTxIndex, placeVout, placeOrdinal, ...row }) => ({
      ...row,
      place: { height: placeHeight, txIndex: placeTxIndex, vout: placeVout, ordinal: placeOrdinal },
    })) as unknown as Listed<Row>[];
    const compare = (a: Listed<Row>, b: Listed<Row>): number =>
      a.keyIndex - b.keyIndex || compareIn(page.order, a.place, b.place);
    // A transfer that left and came back is a member of both scopes of a list.
    return listed
      .sort(compare)
      .filter((row, index, all) => index === 0 || compare(all[index - 1] as Listed<Row>, row) !== 0);
  };
}

export const listTransfers = lister<TransferRow>('transfers');
export const listConversions = lister<TransferRow>('conversions');
export const listExports = lister<ExportRecord>('exports');
export const listImports = lister<ImportRecord>('imports');
