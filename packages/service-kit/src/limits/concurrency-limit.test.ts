import { acquireBoth, ConcurrencyLimit } from './concurrency-limit.ts';

const one = [
  { id: 'key 1', max: 3 },
  { id: 'team 1', max: 6 },
];

function give(taken: (() => void) | string): void {
  if (typeof taken === 'string') throw new Error(`There is no room: ${taken}.`);
  taken();
}

test('a holder takes its own part, and nothing is taken where one of the holders has no room', () => {
  const concurrency = new ConcurrencyLimit(100);
  const taken = concurrency.acquire(one, 3);
  expect(concurrency.acquire(one)).toBe('holder');
  expect(
    typeof concurrency.acquire(
      [
        { id: 'key 2', max: 3 },
        { id: 'team 1', max: 6 },
      ],
      3,
    ),
  ).toBe('function');
  expect(
    concurrency.acquire([
      { id: 'key 3', max: 3 },
      { id: 'team 1', max: 6 },
    ]),
  ).toBe('holder');
  expect([concurrency.held, concurrency.heldBy('key 3'), concurrency.heldBy('team 1')]).toEqual([6, 0, 6]);
  give(taken);
  give(taken);
  expect([concurrency.held, concurrency.heldBy('key 1'), concurrency.heldBy('team 1')]).toEqual([3, 0, 3]);
});

test('the last quarter is for those who hold nothing', () => {
  const concurrency = new ConcurrencyLimit(8);
  const taken = Array.from({ length: 6 }, () => concurrency.acquire([{ id: 'network a', max: 8 }]));
  expect(concurrency.acquire([{ id: 'network a', max: 8 }])).toBe('all');
  expect(typeof concurrency.acquire([{ id: 'network b', max: 8 }])).toBe('function');
  expect(concurrency.acquire([{ id: 'network b', max: 8 }])).toBe('all');
  expect(typeof concurrency.acquire([{ id: 'network c', max: 8 }])).toBe('function');
  expect(concurrency.acquire([{ id: 'network d', max: 8 }])).toBe('all');
  for (const each of taken) give(each);
  expect(concurrency.held).toBe(2);
});

test('room of two kinds is taken together or not at all', () => {
  const [streams, bytes] = [new ConcurrencyLimit(8), new ConcurrencyLimit(8)];
  const take = () =>
    acquireBoth(
      streams.acquire([{ id: 'team 1', max: 8 }]) as () => void,
      bytes.acquire([{ id: 'team 1', max: 4 }], 4),
    );
  const taken = take();
  expect(take()).toBe('holder');
  expect([streams.held, bytes.held]).toEqual([1, 4]);
  give(taken);
  expect([streams.held, bytes.held]).toEqual([0, 0]);
});
