import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { SupplyEvent } from '#/supply/supply-event.ts';
import { type ListPage, type ListPlace, type Order, rangeOf, wantedLists, wantedValues } from './list-order.ts';
import { supplyEventTable } from './supply-tables.ts';

export interface SupplyKey {
  chainId: string;
  currencyId: string;
  height: number;
}

export interface SupplyEventRow extends SupplyEvent {
  place: ListPlace;
  /** Unix seconds. */
  time: number;
}

function statement(order: Order): string {
  return `
SELECT wanted.key, ${supplyEventTable.columns('event')},
       (SELECT block.time FROM applied_block AS block WHERE block.chain = event.chain AND block.height = event.height) AS time
  FROM ${wantedLists('text')}
 CROSS JOIN LATERAL (${rangeOf('supply_event', 'currency_id', order)}) AS event
 ORDER BY wanted.key, event.height ${order}, event.tx_index ${order}, event.vout ${order}, event.ordinal ${order}`;
}

const STATEMENTS = { ASC: statement('ASC'), DESC: statement('DESC') } as const;

export async function listSupplyEvents(
  db: SqlExecutor,
  keys: readonly SupplyKey[],
  page: ListPage,
): Promise<(SupplyEventRow & { keyIndex: number })[]> {
  const wanted = keys.map(({ chainId, currencyId, height }, key) => ({ chainId, height, list: currencyId, key }));
  const rows = await db.$queryRawUnsafe<unknown[]>(STATEMENTS[page.order], ...wantedValues(wanted, page));
  return supplyEventTable
    .fromSql<SupplyEvent & { key: number; time: number }>(rows)
    .map(({ key, ...row }) => ({ ...row, keyIndex: key, place: [row.height, row.txIndex, row.vout, row.ordinal] }));
}
