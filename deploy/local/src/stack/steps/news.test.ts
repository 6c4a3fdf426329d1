import { News } from './news.ts';

test('a line is printed when it appears, and again only after it was gone', () => {
  const written: string[] = [];
  const news = new News((line) => written.push(line));
  for (const lines of [['a'], ['a', 'b'], ['a', 'b'], ['b'], ['a', 'b']]) news.report(lines);
  expect(written).toEqual(['a', 'b', 'a']);
});

test('a node that syncs is reported once, not at each of its blocks', () => {
  const written: string[] = [];
  const news = new News((line) => written.push(line));
  for (const height of [47, 48, 49]) news.report([`a: is behind us, at block ${height} of 500 while we have 422`]);
  expect(written).toEqual(['a: is behind us, at block 47 of 500 while we have 422']);
});
