import { readLimit, readOffset } from '@ledgergraph/chain-kit/graph/arguments';

/** Arguments of a list that is walked by offset. */
export interface Window {
  limit?: number | null;
  offset?: number | null;
}

/** The part of a list that the arguments want; `end` is not in it. @throws VALIDATION_ERROR naming `limit` or `offset` */
export function readWindow(args: Window): { start: number; end: number } {
  const start = readOffset(args.offset);
  return { start, end: start + readLimit(args.limit) };
}
