import { readLimit, readOffset } from '@ledgergraph/chain-kit/graph/arguments';

export interface Window {
  limit?: number | null;
  offset?: number | null;
}

/** `end` is excluded. @throws VALIDATION_ERROR naming `limit` or `offset` */
export function readWindow(args: Window): { start: number; end: number } {
  const start = readOffset(args.offset);
  return { start, end: start + readLimit(args.limit) };
}
