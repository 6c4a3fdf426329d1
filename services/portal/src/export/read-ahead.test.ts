import { type BegunPart, type PartEnd, type ReadExtent, readAhead } from './read-ahead.ts';

interface Held {
  place: string | null;
  left: number;
  end: PromiseWithResolvers<PartEnd>;
  rows: PromiseWithResolvers<string>;
}

/** A list of which the test gives out ends and rows, each when it wants to. */
function openList() {
  const parts: Held[] = [];
  const begin = (place: string | null, left: number): BegunPart<string> => {
    const held = { place, left, end: Promise.withResolvers<PartEnd>(), rows: Promise.withResolvers<string>() };
    parts.push(held);
    return { end: held.end.promise, rows: held.rows.promise };
  };
  const places = (): (string | null)[] => parts.map(({ place }) => place);
  const partAt = (index: number): Held => parts[index] as Held;
  return { begin, places, partAt };
}

const extentOf = (start: string | null, items: number): ReadExtent => ({ start, items, partsAhead: () => 2 });

/** Lets what is settled take effect. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('parts come in their order, and one is begun as soon as it is known where the one before ends', async () => {
  const { begin, places, partAt } = openList();
  const list = readAhead(begin, extentOf('start', 30));
  const first = list.next();
  expect(places()).toEqual(['start']);
  partAt(0).end.resolve({ items: 10, next: 'a' });
  await settle();
  expect(places()).toEqual(['start', 'a']);
  // The second one is complete before the first.
  partAt(1).end.resolve({ items: 10, next: 'b' });
  partAt(1).rows.resolve('rows of a');
  await settle();
  partAt(0).rows.resolve('first rows');
  expect((await first).value).toEqual({ items: 10, next: 'a', rows: 'first rows' });
  expect((await list.next()).value).toEqual({ items: 10, next: 'b', rows: 'rows of a' });
  expect(partAt(2)).toMatchObject({ place: 'b', left: 10 });
  partAt(2).end.resolve({ items: 10, next: 'c' });
  partAt(2).rows.resolve('last rows');
  expect((await list.next()).value).toEqual({ items: 10, next: 'c', rows: 'last rows' });
  expect((await list.next()).done).toBe(true);
  expect(places()).toEqual(['start', 'a', 'b']);
});

test('however long a part is in use, two more are read, and none after the last was taken', async () => {
  const { begin, places, partAt } = openList();
  const list = readAhead(begin, extentOf(null, 100));
  const first = list.next();
  for (let index = 0; index < 3; index += 1) {
    partAt(index).end.resolve({ items: 10, next: `${index}` });
    partAt(index).rows.resolve(`${index}`);
    await settle();
    if (index === 0) await first;
    await settle();
  }
  expect(places()).toEqual([null, '0', '1']);
  await list.return();
  await settle();
  expect(places()).toHaveLength(3);
});

test('a fault is thrown where its part would come', async () => {
  const { begin, places, partAt } = openList();
  const list = readAhead(begin, extentOf(null, 100));
  const first = list.next();
  partAt(0).end.resolve({ items: 10, next: 'a' });
  await settle();
  const fault = new Error('away');
  partAt(1).end.reject(fault);
  partAt(1).rows.reject(fault);
  await settle();
  partAt(0).rows.resolve('first rows');
  expect((await first).value).toMatchObject({ rows: 'first rows' });
  await expect(list.next()).rejects.toBe(fault);
  expect((await list.next()).done).toBe(true);
  expect(places()).toEqual([null, 'a']);
});

test('a part without a next one, or of all items, is the last', async () => {
  for (const end of [
    { items: 5, next: null },
    { items: 10, next: 'a' },
  ]) {
    const { begin, places, partAt } = openList();
    const list = readAhead(begin, extentOf(null, 10));
    const first = list.next();
    partAt(0).end.resolve(end);
    partAt(0).rows.resolve('rows');
    expect((await first).value).toEqual({ ...end, rows: 'rows' });
    expect((await list.next()).done).toBe(true);
    expect(places()).toHaveLength(1);
  }
});

test('where many exports run, a part is begun only when the one before was taken', async () => {
  const { begin, places, partAt } = openList();
  let partsAhead = 1;
  const list = readAhead(begin, { ...extentOf(null, 100), partsAhead: () => partsAhead });
  const first = list.next();
  partAt(0).end.resolve({ items: 10, next: 'a' });
  await settle();
  expect(places()).toEqual([null]);
  partAt(0).rows.resolve('rows');
  await first;
  expect(places()).toEqual([null, 'a']);
  partsAhead = 3;
  partAt(1).end.resolve({ items: 10, next: 'b' });
  await settle();
  expect(places()).toEqual([null, 'a', 'b']);
  await list.return();
});
