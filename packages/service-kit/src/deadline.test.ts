import { Deadline } from './deadline.ts';

test('a deadline is over when its time is up, and its callback is called once', async () => {
  const deadline = new Deadline(20);
  const forgotten = deadline.onOver(() => {
    throw new Error('this was to be forgotten');
  });
  forgotten();
  let calls = 0;
  await new Promise<void>((resolve) => {
    const keepAlive = setInterval(() => {}, 1_000);
    deadline.onOver(() => {
      calls += 1;
      clearInterval(keepAlive);
      resolve();
    });
  });
  deadline.end();
  expect([deadline.isOver, deadline.leftMs(), calls]).toEqual([true, 0, 1]);
});

test('a deadline is over when it is ended, and a later callback is called at once', () => {
  const deadline = new Deadline(3_600_000);
  expect([deadline.isOver, deadline.leftMs() > 3_000_000]).toEqual([false, true]);
  const calls: string[] = [];
  deadline.onOver(() => calls.push('before'));
  deadline.end();
  deadline.onOver(() => calls.push('after'));
  expect([deadline.isOver, deadline.leftMs(), calls]).toEqual([true, 0, ['before', 'after']]);
});
