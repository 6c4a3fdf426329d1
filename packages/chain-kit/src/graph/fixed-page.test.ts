import { openFixedPage } from './walk.ts';

const SECRET = 'a secret for cursors';
const ROWS = [10, 20, 30, 40, 50];
const asked: [number, number][] = [];
const read = (start: number, count: number) => {
  asked.push([start, count]);
  return ROWS.slice(start, start + count);
};
const page = (args: { limit?: number; cursor?: string | null }, field = 'Block.a', keys = { hash: 'aa' }) =>
  openFixedPage(SECRET, { field, keys, pageMax: undefined }, args, read);

test('a list that ends has each row once, page by page', async () => {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const next = await page({ limit: 2, cursor });
    found.push(...next.rows);
    cursor = next.nextCursor;
    expect(next.hasMore).toBe(cursor !== null);
  } while (cursor !== null && asked.length < 3);
  expect(found).toEqual(ROWS);
  expect(asked).toEqual([
    [0, 3],
    [2, 3],
    [4, 3],
  ]);
});

test('a cursor of another field, of another object or of no page opens nothing, and no row is read for it', async () => {
  const { nextCursor = '' } = await page({ limit: 2 });
  asked.length = 0;
  for (const refused of [
    page({ cursor: nextCursor }, 'Block.b'),
    page({ cursor: nextCursor }, 'Block.a', { hash: 'bb' }),
    page({ cursor: '' }),
    page({ cursor: '-1' }),
    page({ cursor: `${nextCursor}A` }),
    page({ limit: 0 }),
    page({ limit: 101 }),
  ])
    await expect(refused).rejects.toMatchObject({ extensions: { code: 'VALIDATION_ERROR' } });
  expect(asked).toEqual([]);
});
