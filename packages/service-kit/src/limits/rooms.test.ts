import { Rooms, takeBoth } from './rooms.ts';

const one = [
  { id: 'key 1', max: 3 },
  { id: 'team 1', max: 6 },
];

function give(taken: (() => void) | string): void {
  if (typeof taken === 'string') throw new Error(`There is no room: ${taken}.`);
  taken();
}

test('a holder takes its own part, and nothing is taken where one of the holders has no room', () => {
  const rooms = new Rooms(100);
  const taken = rooms.take(one, 3);
  expect(rooms.take(one)).toBe('holder');
  expect(
    typeof rooms.take(
      [
        { id: 'key 2', max: 3 },
        { id: 'team 1', max: 6 },
      ],
      3,
    ),
  ).toBe('function');
  expect(
    rooms.take([
      { id: 'key 3', max: 3 },
      { id: 'team 1', max: 6 },
    ]),
  ).toBe('holder');
  expect([rooms.held, rooms.heldBy('key 3'), rooms.heldBy('team 1')]).toEqual([6, 0, 6]);
  give(taken);
  give(taken);
  expect([rooms.held, rooms.heldBy('key 1'), rooms.heldBy('team 1')]).toEqual([3, 0, 3]);
});

test('the last quarter is for those who hold nothing', () => {
  const rooms = new Rooms(8);
  const taken = Array.from({ length: 6 }, () => rooms.take([{ id: 'network a', max: 8 }]));
  expect(rooms.take([{ id: 'network a', max: 8 }])).toBe('all');
  expect(typeof rooms.take([{ id: 'network b', max: 8 }])).toBe('function');
  expect(rooms.take([{ id: 'network b', max: 8 }])).toBe('all');
  expect(typeof rooms.take([{ id: 'network c', max: 8 }])).toBe('function');
  expect(rooms.take([{ id: 'network d', max: 8 }])).toBe('all');
  for (const each of taken) give(each);
  expect(rooms.held).toBe(2);
});

test('room of two kinds is taken together or not at all', () => {
  const [streams, bytes] = [new Rooms(8), new Rooms(8)];
  const take = () =>
    takeBoth(streams.take([{ id: 'team 1', max: 8 }]) as () => void, bytes.take([{ id: 'team 1', max: 4 }], 4));
  const taken = take();
  expect(take()).toBe('holder');
  expect([streams.held, bytes.held]).toEqual([1, 4]);
  give(taken);
  expect([streams.held, bytes.held]).toEqual([0, 0]);
});
