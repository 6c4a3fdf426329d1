import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { ListPage, ListPlace, Order } from '#/db/list-order.ts';

/** Nested lists end where they are read, so that those of several objects are one statement. */
const ANY_HEIGHT = 2 ** 31 - 1;

/** One row more than the page. */
export function pageOf({ range, limit, after }: Walk, order: Order, { isNested = false } = {}): ListPage {
  const [height = 0, txIndex = 0, vout = 0, ordinal = 0] = (after ?? []).map(Number);
  return {
    ...(isNested ? { from: 0, to: ANY_HEIGHT } : range),
    order,
    limit: limit + 1,
    after: after === null ? null : [height, txIndex, vout, ordinal],
  };
}

export function positionOf({ place }: { place: ListPlace }): number[] {
  return [...place];
}
