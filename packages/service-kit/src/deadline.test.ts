import { Deadline } from './deadline.ts';

test('it is over when its time is up, and whoever waits for that is told once', async () => {
  const deadline = new Deadline(20);
  const forgotten = deadline.onOver(() => {
    throw new Error('this was to be forgotten');
  });
  forgotten();
  let told = 0;
  await new Promise<void>((resolve) => {
    const keepAlive = setInterval(() => {}, 1_000);
    deadline.onOver(() => {
      told += 1;
      clearInterval(keepAlive);
      resolve();
    });
  });
  deadline.end();
  expect([deadline.isOver, deadline.leftMs(), told]).toEqual([true, 0, 1]);
});

test('it is over when nobody waits any more; who asks later is told at once', () => {
  const deadline = new Deadline(3_600_000);
  expect([deadline.isOver, deadline.leftMs() > 3_000_000]).toEqual([false, true]);
  const told: string[] = [];
  deadline.onOver(() => told.push('before'));
  deadline.end();
  deadline.onOver(() => told.push('after'));
  expect([deadline.isOver, deadline.leftMs(), told]).toEqual([true, 0, ['before', 'after']]);
});
