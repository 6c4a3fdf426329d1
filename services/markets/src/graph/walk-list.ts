import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Position } from '@ledgergraph/graph-kit/cursor';
import type { ListPage, ListPlace, Order } from '#/db/list-order.ts';

/** Highest number of a block: nested lists end where they are read, so that those of several objects are one statement. */
const ANY_HEIGHT = 2 ** 31 - 1;

/** The page that a walk asks for, and one row more. @param isNested no argument bounds the list */
export function pageOf({ range, limit, after }: Walk, order: Order, { isNested = false } = {}): ListPage {
  const [height, txIndex, vout, ordinal] = (after ?? []).map(Number);
  return {
    ...(isNested ? { from: 0, to: ANY_HEIGHT } : range),
    order,
    limit: limit + 1,
    after:
      after === null ? null : { height: height ?? 0, txIndex: txIndex ?? 0, vout: vout ?? 0, ordinal: ordinal ?? 0 },
  };
}

export function positionOf({ place: { height, txIndex, vout, ordinal } }: { place: ListPlace }): Position {
  return [height, txIndex, vout, ordinal];
}
