import { LargeBodies, SENDING_BODY_BYTES_MAX } from './large-bodies.ts';

test('a key has room for two of the largest bodies, and all keys together for eight', () => {
  const bodies = new LargeBodies();
  const taken = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'].map((key) => bodies.take(key, SENDING_BODY_BYTES_MAX));
  expect(taken.map((one) => typeof one)).toEqual(taken.map(() => 'function'));
  expect(bodies.take('a', 1)).toBe('key');
  expect(bodies.take('e', 1)).toBe('gateway');
  expect(bodies.bytes).toBe(8 * SENDING_BODY_BYTES_MAX);
});

test('room that is given back can be taken again, by the same key and by others', () => {
  const bodies = new LargeBodies();
  for (let time = 0; time < 100; time++) {
    const first = bodies.take('a', SENDING_BODY_BYTES_MAX);
    const second = bodies.take('a', SENDING_BODY_BYTES_MAX);
    if (typeof first === 'string' || typeof second === 'string') throw new Error('no room');
    expect(bodies.take('a', SENDING_BODY_BYTES_MAX)).toBe('key');
    first();
    second();
  }
  expect(bodies.bytes).toBe(0);
});
