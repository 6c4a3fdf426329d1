import { OpenExports } from './open-exports.ts';

const hold = (open: OpenExports, cut = () => {}) => open.hold(cut) ?? (() => {});

test('while many exports run, each has one page ahead', () => {
  const open = new OpenExports();
  const ends = Array.from({ length: 4 }, () => hold(open, () => {}));
  expect(open.pagesAhead).toBe(3);
  const end = hold(open);
  expect(open.pagesAhead).toBe(1);
  for (const one of [end, ...ends]) one();
  expect(open.pagesAhead).toBe(3);
});

test('a portal that stops cuts the exports that run, once, and none begins', () => {
  const open = new OpenExports();
  const cuts: string[] = [];
  const end = hold(open, () => cuts.push('ended'));
  hold(open, () => cuts.push('running'));
  end();
  open.close();
  expect(cuts).toEqual(['running']);
  expect(open.hold(() => cuts.push('late'))).toBeUndefined();
});
