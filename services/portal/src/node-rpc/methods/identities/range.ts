import type { Call } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { unsignedOf } from '../../read-params.ts';

/** verusd's -1 as an unsigned height. */
export const WITH_MEMPOOL = 2 ** 32 - 1;
const HEIGHT_MAX = 2 ** 31 - 1;

/** Second and third parameter of getidentityhistory and getidentitycontent. */
export interface Range {
  /** For GraphQL; null: no bound. */
  readonly from: number | null;
  readonly to: number | null;
  readonly isEmpty: boolean;
  readonly withMempool: boolean;
  /** As verusd prints them. @param tip height that is read */
  readonly print: (tip: number) => { fromheight: number; toheight: number };
}

/** @throws RpcError */
export function readRange(call: Call): Range {
  const { params } = call;
  const start = unsignedOf(params[1]);
  const end = unsignedOf(params[2]);
  const withMempool = end === WITH_MEMPOOL;
  if (withMempool) onlyNow(call);
  const from = heightOf(start);
  const to = heightOf(end);
  return {
    from,
    to,
    isEmpty: from !== null && to !== null && from > to,
    withMempool,
    print: (tip) => ({ fromheight: start, toheight: endAt(tip, end, params.length > 2) }),
  };
}

/** A bound of a range for GraphQL; null: none. */
export function heightOf(unsigned: number): number | null {
  return unsigned > 0 && unsigned <= HEIGHT_MAX ? unsigned : null;
}

/** An end that is given as 0 or -1 lies above the tip. */
function endAt(tip: number, end: number, isGiven: boolean): number {
  if (isGiven && (end === 0 || end === WITH_MEMPOOL)) return tip + 1;
  return end > 0 ? Math.min(end, tip) : tip;
}
