import { CursorCodec, type Position } from '@ledgergraph/graph-kit/cursor';
import { TEST_SUBGRAPH_SECRET } from './subgraph.ts';

/**
 * A cursor into the middle of a list of Query, as a test subgraph would have given it to who had walked there.
 * @param list its arguments but for limit, cursor and chain; with the defaults of those that are absent
 * @param anchor the block that the first page was read at
 */
export function sealCursor(
  list: { field: string; chainId: string; args: Record<string, unknown> },
  anchor: { height: number; hash: string },
  position: Position,
): string {
  const { field, chainId, args: query } = list;
  const of = { field, chainId, query, at: undefined, keys: undefined };
  return new CursorCodec(TEST_SUBGRAPH_SECRET, of).seal(anchor, position);
}
