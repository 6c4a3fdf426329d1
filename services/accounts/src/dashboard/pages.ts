import { z } from 'zod';
import type { ListCursor, Place } from '#/db/list-cursor.ts';
import type { PageEnd } from './contract.ts';

export const pageShape = (usual: number, max: number) => ({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(max, `At most ${max}`).default(usual),
});

export const pageSchema = z.object(pageShape(50, 100));

/** The rows are one more than the limit if there is a next page. */
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
