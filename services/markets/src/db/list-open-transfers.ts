import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransferKind } from '#/flows/transfer.ts';
import type { Listed } from './list-members.ts';
import { BEHIND, boundsOf, compareIn, type ListPage, type Order } from './list-order.ts';
import { hasLeft } from './revert-transfers.ts';
import { type StoredTransfer, TRANSFER_COLUMNS, type TransferRow, transferAt } from './transfer-row.ts';

export interface OpenFilter {
  status: 'PENDING' | 'EXPORTED';
  currencyId: string | null;
  kind: TransferKind | null;
}

/** Those that wait now, and those that blocks above the one that is read settled. */
const WAITING = {
  PENDING: ["transfer.state = 'PENDING'", 'transfer.export_height > $2'],
  EXPORTED: [
    "transfer.state = 'EXPORTED' AND transfer.export_height <= $2",
    `transfer.import_height > $2 AND transfer.export_height <= $2 AND NOT ${hasLeft('$1')}`,
  ],
} as const;

function statement(status: OpenFilter['status'], order: Order): string {
  const parts = WAITING[status].map(
    (condition) => `
  (SELECT * FROM transfer
    WHERE transfer.chain = ${chainNumber(1)} AND ${condition}
      AND (transfer.height, transfer.tx_index, transfer.vout) ${BEHIND[order]} ($3::integer, $4::integer, $5::integer)
      AND transfer.height ${order === 'ASC' ? '<=' : '>='} $6::integer
      AND transfer.vout >= 0 AND ($7::text IS NULL OR transfer.kind = $7::text)
      AND ($8::text IS NULL OR $8::text IN (transfer.from_id, transfer.to_id, transfer.via_id))
    ORDER BY transfer.height ${order}, transfer.tx_index ${order}, transfer.vout ${order}
    LIMIT $9)`,
  );
  return `SELECT ${TRANSFER_COLUMNS} FROM (${parts.join(' UNION ALL ')}) AS transfer`;
}

/** The import is one on the same chain. Few transfers wait at any block, so the index by state finds them. */
export async function listOpenTransfers(
  db: SqlExecutor,
  at: { chainId: string; height: number },
  { status, currencyId, kind }: OpenFilter,
  page: ListPage,
): Promise<Listed<TransferRow>[]> {
  const { start, end } = boundsOf(page, at.height);
  const rows = await db.$queryRawUnsafe<StoredTransfer[]>(
    statement(status, page.order),
    at.chainId,
    at.height,
    ...start.slice(0, 3),
    end,
    kind,
    currencyId,
    page.limit,
  );
  return rows
    .map(
      (row): Listed<TransferRow> => ({
        ...transferAt(row, at),
        keyIndex: 0,
        place: [row.height, row.txIndex, row.vout, 0],
      }),
    )
    .sort((a, b) => compareIn(page.order, a.place, b.place))
    .slice(0, page.limit);
}
