import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransferKind } from '#/flows/transfer.ts';
import type { Listed } from './list-members.ts';
import { BEHIND, boundsOf, compareIn, type ListPage, type Order } from './list-order.ts';
import { type TransferRow, transferColumns } from './transfer-row.ts';
import { HAS_LEFT, STAGES } from './transfer-stage.ts';

/** Filters of transfers that wait; null: any. */
export interface OpenFilter {
  status: 'PENDING' | 'EXPORTED';
  currencyId: string | null;
  kind: TransferKind | null;
}

/** Those that wait now; and those that no longer do, by the blocks above the one that is read. */
const WAITING = {
  PENDING: [`transfer.stage = ${STAGES.PENDING}`, 'transfer.export_height > $2'],
  EXPORTED: [
    `transfer.stage = ${STAGES.EXPORTED} AND transfer.export_height <= $2`,
    `transfer.import_height > $2 AND transfer.export_height <= $2 AND NOT ${HAS_LEFT}`,
  ],
} as const;

function statement(status: OpenFilter['status'], order: Order): string {
  const behind = BEHIND[order];
  const parts = WAITING[status].map(
    (condition) => `
  (SELECT * FROM transfer
    WHERE transfer.chain = ${chainNumber(1)} AND ${condition}
      AND (transfer.height, transfer.tx_index, transfer.vout) ${behind} ($3::integer, $4::integer, $5::integer)
      AND ($6::integer, $7::integer, $8::integer) ${behind} (transfer.height, transfer.tx_index, transfer.vout)
      AND transfer.vout >= 0 AND ($9::text IS NULL OR transfer.kind = $9::text)
      AND ($10::text IS NULL OR $10::text IN (transfer.from_id, transfer.to_id, transfer.via_id))
    ORDER BY transfer.height ${order}, transfer.tx_index ${order}, transfer.vout ${order}
    LIMIT $11)`,
  );
  return `SELECT ${transferColumns('$1::text', '$2::integer')} FROM (${parts.join(' UNION ALL ')}) AS transfer`;
}

/**
 * Transfers of a chain that wait for their export, or for their import on the same chain. There are few of them at any block, and the index
 * by stage leads through them; what has changed since an earlier block is found by the heights of the change.
 */
export async function listOpenTransfers(
  db: SqlExecutor,
  { chainId, height }: { chainId: string; height: number },
  { status, currencyId, kind }: OpenFilter,
  page: ListPage,
): Promise<Listed<TransferRow>[]> {
  const { start, end } = boundsOf(page, height);
  const rows = await db.$queryRawUnsafe<TransferRow[]>(
    statement(status, page.order),
    ...[chainId, height, start.height, start.txIndex, start.vout, end.height, end.txIndex, end.vout],
    ...[kind, currencyId, page.limit],
  );
  return rows
    .map((row) => ({ ...row, keyIndex: 0, place: { ...row, ordinal: 0 } }))
    .sort((a, b) => compareIn(page.order, a.place, b.place))
    .slice(0, page.limit);
}
