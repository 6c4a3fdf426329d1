import { News } from './news.ts';

test('a line is told when it comes up, and again only after it was gone', () => {
  const told: string[] = [];
  const news = new News((line) => told.push(line));
  for (const lines of [['a'], ['a', 'b'], ['a', 'b'], ['b'], ['a', 'b']]) news.tell(lines);
  expect(told).toEqual(['a', 'b', 'a']);
});
