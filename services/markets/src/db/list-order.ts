import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';

export type ListPlace = readonly [height: number, txIndex: number, vout: number, ordinal: number];

export type Order = 'ASC' | 'DESC';

/** Highest number of a transaction, an output or a position. */
const LAST = 2 ** 31 - 1;
/** Outputs of transfers of other systems are below zero. */
const FIRST = -LAST;

export const BEHIND: Record<Order, '>' | '<'> = { ASC: '>', DESC: '<' };

export const START: Record<Order, number> = { ASC: -1, DESC: LAST };

/** Both heights are included. */
export interface ListPage {
  from: number;
  to: number;
  order: Order;
  limit: number;
  after: ListPlace | null;
}

/** @param height that is read */
export function boundsOf({ from, to, order, after }: ListPage, height: number): { start: ListPlace; end: number } {
  const top = Math.min(to, height);
  const [first, edge, end] = order === 'ASC' ? [from, FIRST, top] : [top, LAST, from];
  return { start: after ?? [first, edge, edge, edge], end };
}

/** Negative if the first one stands before the second. */
export function compareIn(order: Order, a: ListPlace, b: ListPlace): number {
  const ascending = a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
  return order === 'ASC' ? ascending : -ascending;
}

export interface WantedList {
  chainId: string;
  height: number;
  list: string;
  key: number;
}

/** SQL of `wanted`; `wantedValues` gives its parameters $1 to $9. @param type of the list's column */
export function wantedLists(type: 'bigint' | 'text'): string {
  return `(SELECT asked.*, ${chainNumberOf('asked.chain_id')} AS chain
          FROM unnest($1::text[], $2::integer[], $3::${type}[], $4::integer[], $5::integer[], $6::integer[])
            AS asked (chain_id, height_max, list, key, start_height, end_height)) AS wanted`;
}

/** One range of the table's key; $10 is the limit. */
export function rangeOf(table: string, list: string, order: Order, condition = ''): string {
  const columns = ['chain', list, 'height', 'tx_index', 'vout', 'ordinal'];
  return `
    SELECT * FROM ${table} AS member
     WHERE member.chain = wanted.chain AND member.${list} = wanted.list ${condition}
       AND (member.height, member.tx_index, member.vout, member.ordinal) ${BEHIND[order]} (wanted.start_height, $7::integer, $8::integer, $9::integer)
       AND member.height ${order === 'ASC' ? '<=' : '>='} wanted.end_height
     ORDER BY ${columns.map((column) => `member.${column} ${order}`).join(', ')}
     LIMIT $10`;
}

export function wantedValues(lists: readonly WantedList[], page: ListPage): unknown[] {
  const bounds = lists.map(({ height }) => boundsOf(page, height));
  const [, ...edge] = boundsOf(page, 0).start;
  return [
    lists.map(({ chainId }) => chainId),
    lists.map(({ height }) => height),
    lists.map(({ list }) => list),
    lists.map(({ key }) => key),
    bounds.map(({ start: [height] }) => height),
    bounds.map(({ end }) => end),
    ...edge,
    page.limit,
  ];
}
