import { inYieldingSteps } from './loop-yielder.ts';

function work(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

test('steps are done in order, and others get their turns between them', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turnsMet: number[] = [];
  const results: [number, number][] = [];
  await inYieldingSteps(
    Array.from({ length: 100 }, (_, index) => index),
    (item, index) => {
      work();
      turnsMet.push(turns);
      results.push([item, index]);
    },
  );
  isOver = true;
  expect(results).toEqual(Array.from({ length: 100 }, (_, index) => [index, index]));
  expect(new Set(turnsMet).size).toBeGreaterThan(3);
});

test('a step that throws ends it', async () => {
  const done: number[] = [];
  const failing = inYieldingSteps([1, 2, 3], (item) => {
    if (item === 2) throw new Error('the second');
    done.push(item);
  });
  await expect(failing).rejects.toThrow('the second');
  expect(done).toEqual([1]);
});
