import { z } from 'zod';
import type { ListCursor, Place } from '#/db/list-cursor.ts';
import type { PageEnd } from './contract.ts';

const LENGTH = 50;
const LENGTH_MAX = 100;

/** The query of every list. */
export const pageSchema = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(LENGTH_MAX, `At most ${LENGTH_MAX}`).default(LENGTH),
});

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
