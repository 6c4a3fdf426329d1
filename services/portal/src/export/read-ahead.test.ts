import { type PageEnd, type ReadExtent, readAhead } from './read-ahead.ts';

interface Held extends PromiseWithResolvers<PageEnd> {
  cursor: string | null;
  left: number;
}

/** The test gives out each page. */
function openList() {
  const pages: Held[] = [];
  const read = (cursor: string | null, left: number): Promise<PageEnd> => {
    const held = { cursor, left, ...Promise.withResolvers<PageEnd>() };
    pages.push(held);
    return held.promise;
  };
  const cursors = (): (string | null)[] => pages.map(({ cursor }) => cursor);
  const pageAt = (index: number): Held => pages[index] as Held;
  return { read, cursors, pageAt };
}

const extentOf = (start: string | null, items: number): ReadExtent => ({ start, items, pagesAhead: () => 2 });

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('pages come in their order, and each is begun as soon as the one before has its cursor', async () => {
  const { read, cursors, pageAt } = openList();
  const list = readAhead(read, extentOf('start', 30));
  const first = list.next();
  expect(cursors()).toEqual(['start']);
  pageAt(0).resolve({ items: 10, next: 'a' });
  expect((await first).value).toEqual({ items: 10, next: 'a' });
  expect(cursors()).toEqual(['start', 'a']);
  pageAt(1).resolve({ items: 10, next: 'b' });
  await settle();
  expect(pageAt(2)).toMatchObject({ cursor: 'b', left: 10 });
  pageAt(2).resolve({ items: 10, next: 'c' });
  expect((await list.next()).value).toEqual({ items: 10, next: 'b' });
  expect((await list.next()).value).toEqual({ items: 10, next: 'c' });
  expect((await list.next()).done).toBe(true);
  expect(cursors()).toEqual(['start', 'a', 'b']);
});

test('however long a page is in use, two more are read, and none after the last was taken', async () => {
  const { read, cursors, pageAt } = openList();
  const list = readAhead(read, extentOf(null, 100));
  const first = list.next();
  for (let index = 0; index < 3; index += 1) {
    pageAt(index).resolve({ items: 10, next: `${index}` });
    await settle();
    if (index === 0) await first;
    await settle();
  }
  expect(cursors()).toEqual([null, '0', '1']);
  await list.return();
  await settle();
  expect(cursors()).toHaveLength(3);
});

test('a fault is thrown where its page would come', async () => {
  const { read, cursors, pageAt } = openList();
  const list = readAhead(read, extentOf(null, 100));
  const first = list.next();
  pageAt(0).resolve({ items: 10, next: 'a' });
  await first;
  const fault = new Error('away');
  pageAt(1).reject(fault);
  await settle();
  await expect(list.next()).rejects.toBe(fault);
  expect((await list.next()).done).toBe(true);
  expect(cursors()).toEqual([null, 'a']);
});

test('a page without a next one, or with all items, is the last', async () => {
  for (const end of [
    { items: 5, next: null },
    { items: 10, next: 'a' },
  ]) {
    const { read, cursors, pageAt } = openList();
    const list = readAhead(read, extentOf(null, 10));
    const first = list.next();
    pageAt(0).resolve(end);
    expect((await first).value).toEqual(end);
    expect((await list.next()).done).toBe(true);
    expect(cursors()).toHaveLength(1);
  }
});

test('where many exports run, a page is begun only when the one before was taken', async () => {
  const { read, cursors, pageAt } = openList();
  let pagesAhead = 1;
  const list = readAhead(read, { ...extentOf(null, 100), pagesAhead: () => pagesAhead });
  const first = list.next();
  pageAt(0).resolve({ items: 10, next: 'a' });
  await first;
  expect(cursors()).toEqual([null, 'a']);
  pageAt(1).resolve({ items: 10, next: 'b' });
  await settle();
  expect(cursors()).toEqual([null, 'a']);
  pagesAhead = 3;
  await list.next();
  expect(cursors()).toEqual([null, 'a', 'b']);
  await list.return();
});
