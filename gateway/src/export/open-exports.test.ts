import { OpenExports } from './open-exports.ts';

test('while many exports run, each has one part ahead', () => {
  const open = new OpenExports();
  const ends = Array.from({ length: 4 }, () => open.enter());
  expect(open.partsAhead).toBe(3);
  const end = open.enter();
  expect(open.partsAhead).toBe(1);
  for (const one of [end, ...ends]) one();
  expect(open.partsAhead).toBe(3);
});
