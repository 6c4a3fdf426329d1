import { NodePace } from './node-pace.ts';

test('blocks wait in one line, and idle time is not saved up', () => {
  let now = 1_000;
  const pace = new NodePace(100, () => now);
  expect(pace.msLeft()).toBeLessThanOrEqual(0);

  pace.work(20);
  expect(pace.msLeft()).toBe(200);
  now += 150;
  pace.work(20);
  expect(pace.msLeft()).toBe(250);

  now += 10_000;
  expect(pace.msLeft()).toBeLessThanOrEqual(0);
  pace.work(1);
  expect(pace.msLeft()).toBe(10);
});
