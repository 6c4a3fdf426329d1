/** Place of a member in a list. */
export interface ListPlace {
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
}

export type Order = 'ASC' | 'DESC';

/** Highest number of a transaction, an output or a position. */
const LAST = 2 ** 31 - 1;
/** Outputs of transfers of other systems are below zero. */
const FIRST = -LAST;

/** Comparison of a place with the one before its page. */
export const BEHIND: Record<Order, '>' | '<'> = { ASC: '>', DESC: '<' };

/** A place before the first one of a list. */
export const START: Record<Order, number> = { ASC: -1, DESC: LAST };

/** A page of a list: up to `limit` members behind a place, with heights from and to, both included. */
export interface ListPage {
  from: number;
  to: number;
  order: Order;
  limit: number;
  after: ListPlace | null;
}

/** The places between which the rest of a list lies: those of the row before, and of the one behind the last. */
export function boundsOf({ from, to, order, after }: ListPage, height: number): { start: ListPlace; end: ListPlace } {
  const below: ListPlace = { height: from, txIndex: FIRST, vout: FIRST, ordinal: FIRST };
  const above: ListPlace = { height: Math.min(to, height), txIndex: LAST, vout: LAST, ordinal: LAST };
  return order === 'ASC' ? { start: after ?? below, end: above } : { start: after ?? above, end: below };
}

/** Negative: the first stands before the second. */
export function compareIn(order: Order, a: ListPlace, b: ListPlace): number {
  const ascending = a.height - b.height || a.txIndex - b.txIndex || a.vout - b.vout || a.ordinal - b.ordinal;
  return order === 'ASC' ? ascending : -ascending;
}
