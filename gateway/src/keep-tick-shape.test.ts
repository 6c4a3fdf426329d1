import { keepTickShape } from './keep-tick-shape.ts';

test('what is kept is what process.nextTick queues', async () => {
  expect(await keepTickShape()).toMatchObject({ callback: expect.any(Function) });
});
