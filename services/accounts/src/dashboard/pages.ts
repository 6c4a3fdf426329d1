import { z } from 'zod';
import { ListCursor, type Place } from '#/db/list-cursor.ts';
import type { PageEnd } from './contract.ts';

export const pageShape = (usual: number, max: number) => ({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(max, `At most ${max}`).default(usual),
});

export const pageSchema = z.object(pageShape(50, 100));
export const operatorPageSchema = z.object(pageShape(50, 1_000));

/** @param list such as `audit` and the id of the team: a cursor of another list does not open */
export async function readPage<Row extends { createdAt: Date; id: string }>(
  { cursorSecret }: { cursorSecret: string },
  list: string,
  { cursor, limit }: z.output<typeof pageSchema>,
  find: (after: Place | undefined, take: number) => Promise<Row[]>,
): Promise<{ rows: Row[] } & PageEnd> {
  const cursors = new ListCursor(cursorSecret, list);
  const after = cursor === undefined ? undefined : cursors.read(cursor);
  return cutPage(await find(after, limit + 1), limit, cursors, ({ createdAt: at, id }) => ({ at, id }));
}

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
