import { GroupSize } from './group-size.ts';

const SMALL = 1_000;

test('a group of events costs no more than one operation may, and has one event at least', () => {
  const size = new GroupSize({ estimated: 20_000, max: 150_000 });
  for (let group = 0; group < 10; group += 1) size.grow(size.events, SMALL);
  expect(size.events).toBe(7);
  expect(new GroupSize({ estimated: 150_000, max: 150_000 }).events).toBe(1);
});

test('groups double while they succeed, up to 200 events or a quarter of a megabyte', () => {
  const size = new GroupSize({ estimated: 0, max: 150_000 });
  const sizes = Array.from({ length: 6 }, () => {
    const { events } = size;
    size.grow(events, SMALL);
    return events;
  });
  expect(sizes).toEqual([10, 20, 40, 80, 160, 200]);
  size.grow(200, 1024 * 1024);
  expect(size.events).toBe(50);
});

test('a group that failed is not asked for again as it was: it begins small, down to one event, and grows slowly', () => {
  const size = new GroupSize({ estimated: 1, max: 150_000 });
  size.grow(80, SMALL);
  const failed: number[] = [];
  for (let group = 0; group < 9; group += 1) {
    failed.push(size.events);
    size.shrink(size.events);
  }
  expect(failed).toEqual([160, 80, 40, 20, 10, 5, 2, 1, 1]);
  size.grow(1, SMALL);
  size.grow(2, SMALL);
  expect(size.events).toBe(3);
  size.grow(16, SMALL);
  expect(size.events).toBe(18);
});

test('several lists that failed in one group count once', () => {
  const size = new GroupSize(undefined);
  size.grow(100, SMALL);
  size.shrink(200);
  size.shrink(200);
  expect(size.events).toBe(100);
});

test('groups are the smaller the less memory is free for results, down to one event', () => {
  let free = 1;
  const size = new GroupSize(undefined, () => free);
  size.grow(200, 200 * SMALL);
  expect([size.events, size.isScarce]).toEqual([200, false]);
  free = 1 / 8;
  expect([size.events, size.isScarce]).toEqual([32, true]);
  free = 0;
  expect(size.events).toBe(1);
});
