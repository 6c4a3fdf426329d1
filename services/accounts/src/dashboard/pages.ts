import { z } from 'zod';
import type { ListCursor, Place } from '#/db/list-cursor.ts';
import type { PageEnd } from './contract.ts';

/** Members of the query of a list. @param usual rows of a page where no limit is given */
export const pageShape = (usual: number, max: number) => ({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(max, `At most ${max}`).default(usual),
});

/** The query of every list but that of usage. */
export const pageSchema = z.object(pageShape(50, 100));

/** Cuts a page off rows of which one more than its limit was asked for. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursors: ListCursor,
  placeOf: (row: Row) => Place,
): { rows: Row[] } & PageEnd {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { rows: page, hasMore, nextCursor: hasMore ? cursors.write(placeOf(last)) : null };
}
