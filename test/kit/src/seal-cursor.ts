import { CursorCodec, type Position } from '@ledgergraph/graph-kit/cursor';
import { TEST_SUBGRAPH_SECRET } from './subgraph.ts';

/**
 * As a test subgraph would have given it.
 * @param list arguments but for limit, cursor and chain, with defaults
 * @param anchor the first page was read at it
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
