import { BODY_BYTES_MAX, BodyConcurrency, SENDING_BODY_BYTES_MAX } from './body-concurrency.ts';

const key = (id: string, teamId = `team of ${id}`, personId: string | null = null) => ({ id, teamId, personId });

test('a key has room for two of the largest bodies, and the last quarter of all room is for newcomers', () => {
  const bodies = new BodyConcurrency();
  const taken = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e'].map((id) =>
    bodies.acquire(key(id), SENDING_BODY_BYTES_MAX),
  );
  expect(taken.map((one) => typeof one)).toEqual(taken.map(() => 'function'));
  expect(bodies.acquire(key('a'), BODY_BYTES_MAX + 1)).toBe('holder');
  expect(bodies.acquire(key('e'), SENDING_BODY_BYTES_MAX)).toBe('all');
  expect(typeof bodies.acquire(key('f'), SENDING_BODY_BYTES_MAX)).toBe('function');
  expect(bodies.largeBytes).toBe(10 * SENDING_BODY_BYTES_MAX);
});

test('a team with many keys has room for eight', () => {
  const bodies = new BodyConcurrency();
  const taken = Array.from({ length: 9 }, (_, index) =>
    bodies.acquire(key(`key ${index}`, 'team'), SENDING_BODY_BYTES_MAX),
  );
  expect(taken.map((one) => typeof one)).toEqual([...Array(8).fill('function'), 'string']);
});

test('room that is given back can be taken again, by the same key and by others', () => {
  const bodies = new BodyConcurrency();
  for (let time = 0; time < 100; time++) {
    const first = bodies.acquire(key('a'), SENDING_BODY_BYTES_MAX);
    const second = bodies.acquire(key('a'), SENDING_BODY_BYTES_MAX);
    if (typeof first === 'string' || typeof second === 'string') throw new Error('no room');
    expect(bodies.acquire(key('a'), SENDING_BODY_BYTES_MAX)).toBe('holder');
    first();
    second();
  }
  expect(bodies.largeBytes).toBe(0);
});

test('slow bodies of one person, with whatever keys and teams, leave room for others, and for large ones', () => {
  const bodies = new BodyConcurrency();
  const taken = Array.from({ length: 400 }, (_, index) =>
    bodies.acquire(key(`key ${index % 40}`, `team ${index % 10}`, 'person'), BODY_BYTES_MAX),
  );
  expect(taken.filter((one) => typeof one === 'function')).toHaveLength(227);
  expect(taken.at(-1)).toBe('holder');
  expect(Array.from({ length: 3 }, (_, index) => typeof bodies.acquire(key(`${index}`), 100))).not.toContain('string');
  expect(typeof bodies.acquire(key('key 0', 'team 0', 'person'), SENDING_BODY_BYTES_MAX)).toBe('function');
});

test('a key has room for 28 of the largest slow bodies, and for 255 that are empty so far', () => {
  for (const [bytes, most] of [
    [BODY_BYTES_MAX, 28],
    [10, 255],
  ] as const) {
    const bodies = new BodyConcurrency();
    const taken = Array.from({ length: 400 }, () => bodies.acquire(key('a'), bytes));
    expect(taken.filter((one) => typeof one === 'function')).toHaveLength(most);
  }
});
