import { LargeBodies, SENDING_BODY_BYTES_MAX } from './large-bodies.ts';

const key = (id: string, teamId = `team of ${id}`) => ({ id, teamId, personId: null });

test('a key has room for two of the largest bodies, and the last quarter of all room is for newcomers', () => {
  const bodies = new LargeBodies();
  const taken = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e'].map((id) => bodies.take(key(id), SENDING_BODY_BYTES_MAX));
  expect(taken.map((one) => typeof one)).toEqual(taken.map(() => 'function'));
  expect(bodies.take(key('a'), 1)).toBe('holder');
  expect(bodies.take(key('e'), SENDING_BODY_BYTES_MAX)).toBe('all');
  expect(typeof bodies.take(key('f'), SENDING_BODY_BYTES_MAX)).toBe('function');
  expect(bodies.bytes).toBe(10 * SENDING_BODY_BYTES_MAX);
});

test('a team with many keys has room for eight', () => {
  const bodies = new LargeBodies();
  const taken = Array.from({ length: 9 }, (_, index) =>
    bodies.take(key(`key ${index}`, 'team'), SENDING_BODY_BYTES_MAX),
  );
  expect(taken.map((one) => typeof one)).toEqual([...Array(8).fill('function'), 'string']);
});

test('room that is given back can be taken again, by the same key and by others', () => {
  const bodies = new LargeBodies();
  for (let time = 0; time < 100; time++) {
    const first = bodies.take(key('a'), SENDING_BODY_BYTES_MAX);
    const second = bodies.take(key('a'), SENDING_BODY_BYTES_MAX);
    if (typeof first === 'string' || typeof second === 'string') throw new Error('no room');
    expect(bodies.take(key('a'), SENDING_BODY_BYTES_MAX)).toBe('holder');
    first();
    second();
  }
  expect(bodies.bytes).toBe(0);
});
