import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { CursorCodec, type Position } from '@ledgergraph/graph-kit/cursor';
import { readLimit } from './arguments.ts';
import type { AsOf, ChainView, ViewSource } from './chain-view.ts';
import { type HeightRange, hasTimes, readWantedRange, resolveRange, type WantedRange } from './height-range.ts';

export interface WalkScope {
  chainId?: string | null | undefined;
  asOf?: AsOf | null | undefined;
  at?: number | null | undefined;
  range?: WantedRange | undefined;
  /** Highest visible height, if the list is bounded in another way: later blocks decide nothing about its rows. */
  toHeight?: number | null | undefined;
  /** That of the first page, for a list inside a page of another list. */
  view?: ChainView;
  keys?: Record<string, unknown>;
}

export interface PageArguments {
  limit?: number | null;
  cursor?: string | null;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
  nextCursor: string | null;
}

/**
 * Read at its first page's block, so that new blocks shift and repeat nothing. If that block leaves the chain, a list with an upper
 * bound below it continues at the pin while the block at its bound stays; confirmations are then as of that pin.
 */
export interface Walk {
  view: ChainView;
  /** Times are looked up once, for the first page: a later block may have an earlier time. */
  range: HeightRange;
  limit: number;
  /** Last row of the page before; null on the first page. Read limit + 1 rows after it. */
  after: Position | null;
  page<Row>(read: readonly Row[], position: (row: Row) => Position): Page<Row>;
  cursorFor(position: Position): string;
}

/** @throws VALIDATION_ERROR naming `limit` or `cursor`; CHAIN_REORGANIZED; and the errors of `ReadContext.view` */
export async function openWalk(
  context: ViewSource,
  secret: string,
  field: string,
  args: Record<string, unknown>,
  scope: WalkScope,
): Promise<Walk> {
  const { limit: limitArgument, cursor, chainId: _, ...query } = args;
  const limit = readLimit(limitArgument as number | null | undefined, context.pageMax);
  const first = scope.view ?? (await context.view(scope.chainId, { asOf: scope.asOf, at: scope.at }));
  const codec = new CursorCodec(secret, { field, chainId: first.chainId, query, at: scope.at, keys: scope.keys });
  const opened = typeof cursor === 'string' ? codec.open(cursor) : null;
  const view =
    opened === null || opened.anchor.hash === first.hash
      ? first
      : await context.view(scope.chainId, { anchor: opened.anchor, newest: opened.newest });
  const wanted = scope.range ?? readWantedRange({ toHeight: scope.toHeight ?? null });
  const looksUp = hasTimes(wanted);
  const range =
    looksUp && opened !== null
      ? rangeOf(opened.position)
      : await resolveRange(wanted, view.height, (seconds) => context.heightAt(view, seconds));
  const newest = opened?.newest ?? (await findNewest(context, scope, view, range.to));
  const cursorFor = (position: Position): string => {
    const bound = looksUp ? [range.from, range.to] : [];
    return codec.seal({ height: view.height, hash: view.hash }, [...bound, ...position], newest);
  };
  return {
    view,
    range,
    limit,
    after: opened === null ? null : opened.position.slice(looksUp ? 2 : 0),
    cursorFor,
    page: (read, position) => {
      const rows = read.slice(0, limit);
      const last = rows.at(-1);
      const hasMore = read.length > limit;
      return { rows, hasMore, nextCursor: hasMore && last !== undefined ? cursorFor(position(last)) : null };
    },
  };
}

/** A list that is bounded by times has the range in its positions. */
function rangeOf([from, to]: Position): HeightRange {
  return { from: Number(from), to: Number(to) };
}

/** The newest visible block; undefined for the block that is read at, or for none. */
async function findNewest(
  context: ViewSource,
  { chainId }: WalkScope,
  view: ChainView,
  to: number,
): Promise<BlockPlace | undefined> {
  if (to < 0 || to >= view.height) return undefined;
  const { height, hash } = await context.view(chainId, { at: to });
  return { height, hash };
}

/** The list's cursor counts rows and needs no block. @param read returns up to `count` rows from place `start` on */
export async function openFixedPage<Row>(
  secret: string,
  query: { field: string; keys: Record<string, unknown>; pageMax: number | undefined },
  { limit: limitArgument, cursor }: PageArguments,
  read: (start: number, count: number) => readonly Row[] | Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const limit = readLimit(limitArgument, query.pageMax);
  const codec = new CursorCodec(secret, { field: query.field, keys: query.keys });
  const start = cursor == null ? 0 : Number(codec.open(cursor).position[0]);
  const rows = await read(start, limit + 1);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore ? codec.seal({ height: 0, hash: '' }, [start + limit]) : null;
  return { rows: rows.slice(0, limit), hasMore, nextCursor };
}
