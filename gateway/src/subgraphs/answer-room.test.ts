import { AnswerRoom } from './answer-room.ts';

const SHORT = 256 * 1024;
const LONG = 1024 * 1024;

test('long answers find room until all is taken, and short ones always do', () => {
  const room = new AnswerRoom(2 * LONG);
  const first = room.open();
  expect([first.add(LONG), first.add(LONG), room.bytes]).toEqual([true, true, 2 * LONG - SHORT]);
  const second = room.open();
  expect([second.add(SHORT), second.add(LONG)]).toEqual([true, false]);
  expect(room.open().add(SHORT)).toBe(true);
  first.close();
  first.close();
  expect(room.bytes).toBe(0);
  expect([second.add(1), room.bytes]).toEqual([true, LONG + 1]);
  second.close();
  expect(room.bytes).toBe(0);
});
