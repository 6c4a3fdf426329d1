import { News } from './news.ts';

test('a line is printed when it appears, and again only after it was gone', () => {
  const told: string[] = [];
  const news = new News((line) => told.push(line));
  for (const lines of [['a'], ['a', 'b'], ['a', 'b'], ['b'], ['a', 'b']]) news.tell(lines);
  expect(told).toEqual(['a', 'b', 'a']);
});

test('a node that syncs is reported once, not at each of its blocks', () => {
  const told: string[] = [];
  const news = new News((line) => told.push(line));
  for (const height of [47, 48, 49]) news.tell([`a: is behind us, at block ${height} of 500 while we have 422`]);
  expect(told).toEqual(['a: is behind us, at block 47 of 500 while we have 422']);
});
