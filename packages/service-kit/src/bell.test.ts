import { Bell } from './bell.ts';

test('a ring before a wait is not lost, and wakes one wait only', async () => {
  const bell = new Bell();
  bell.ring();
  await bell.wait(60_000);
  let woke = false;
  const second = bell.wait(60_000).then(() => {
    woke = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(woke).toBe(false);
  bell.ring();
  await second;
});

test('without a ring the timer ends the wait', async () => {
  await new Bell().wait(1);
});

test('an aborted signal ends the wait, also one that was aborted before', async () => {
  const stop = new AbortController();
  const waiting = new Bell().wait(60_000, stop.signal);
  stop.abort();
  await waiting;
  await new Bell().wait(60_000, stop.signal);
});
