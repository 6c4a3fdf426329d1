import { AnswerRoom } from './answer-room.ts';

const SHORT = 256 * 1024;
const LONG = 1024 * 1024;

test('long answers find room until all is taken, and short ones always do', () => {
  const room = new AnswerRoom(4 * LONG);
  const first = room.open('a');
  expect([first.add(LONG), first.add(LONG), room.bytes]).toEqual([true, true, 2 * LONG - SHORT]);
  // A team has two thirds.
  expect(room.open('a').add(2 * LONG)).toBe(false);
  const second = room.open('b');
  expect([second.add(2 * LONG), second.add(LONG)]).toEqual([true, false]);
  expect(room.open('c').add(SHORT)).toBe(true);
  first.close();
  first.close();
  expect([second.add(LONG), room.bytes]).toEqual([false, 2 * LONG - SHORT]);
  second.close();
  expect(room.bytes).toBe(0);
});
