import { setTimeout as wait } from 'node:timers/promises';
import { Pace } from './pace.ts';

let runs: number;
let pace: Pace;
beforeEach(() => {
  runs = 0;
});
afterEach(() => {
  pace.stop();
  jest.useRealTimers();
});

function start(perSecond: number, burst: number): void {
  jest.useFakeTimers({ now: 0 });
  pace = new Pace(
    () => {
      runs += 1;
    },
    { perSecond, burst },
  );
}

function flood(milliseconds: number): void {
  for (let count = 0; count < milliseconds; count += 1) {
    for (let rings = 0; rings < 10; rings += 1) pace.ring();
    jest.advanceTimersByTime(1);
  }
}

test('after a quiet time a ring runs at once, as often as the burst allows', () => {
  start(10, 3);
  for (const expected of [1, 2, 3, 3]) {
    pace.ring();
    expect(runs).toBe(expected);
  }
});

test('a flood runs at the long-run rate, and its last ring is followed by a run', () => {
  start(10, 3);
  flood(1_000);
  expect(runs).toBeLessThanOrEqual(3 + 10);
  expect(runs).toBeGreaterThanOrEqual(10);
  const before = runs;
  pace.ring();
  jest.advanceTimersByTime(100);
  expect(runs).toBe(before + 1);
  jest.advanceTimersByTime(10_000);
  expect(runs).toBe(before + 1);
});

test('a quiet time gives back a whole burst, and no more', () => {
  start(10, 3);
  flood(1_000);
  jest.advanceTimersByTime(60_000);
  runs = 0;
  for (let count = 0; count < 100; count += 1) pace.ring();
  expect(runs).toBe(3);
});

test('after a stop no ring runs, also one that was waiting', async () => {
  pace = new Pace(
    () => {
      runs += 1;
    },
    { perSecond: 100, burst: 1 },
  );
  pace.ring();
  pace.ring();
  pace.stop();
  pace.ring();
  await wait(50);
  expect(runs).toBe(1);
});
