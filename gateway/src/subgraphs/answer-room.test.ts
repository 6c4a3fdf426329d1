import { AnswerRoom } from './answer-room.ts';

const SHORT = 64 * 1024;
const LONG = 1024 * 1024;

test('long answers find room until all is taken, and short ones always do while they come', () => {
  const room = new AnswerRoom({ longMax: 3 * LONG, shortMax: 3 * SHORT });
  const first = room.open('a');
  expect([first.add(LONG), first.add(LONG), room.bytes]).toEqual([true, true, 2 * LONG - SHORT]);
  // A team has two thirds.
  expect(room.open('a').add(LONG)).toBe(false);
  const second = room.open('b');
  expect([second.add(LONG), second.add(LONG)]).toEqual([true, false]);
  expect(room.open('c').add(SHORT)).toBe(true);
  first.close();
  first.close();
  second.close();
  expect([room.bytes, room.open('a').add(2 * LONG)]).toEqual([0, true]);
});

test('answers that operations hold as values take room, the short ones apart from the long ones, and two thirds for one team', () => {
  const room = new AnswerRoom({ longMax: 3 * LONG, shortMax: 3 * SHORT });
  const long = room.hold('a', 2 * LONG);
  expect(() => room.hold('a', LONG)).toThrow('as many answers as they may');
  const short = [room.hold('a', SHORT), room.hold('a', SHORT)];
  expect(() => room.hold('a', 1)).toThrow('as many answers as they may');
  expect(() => room.hold('b', SHORT)).not.toThrow();
  for (const giveBack of [long, ...short]) giveBack();
  expect(room.bytes).toBe(SHORT);
});
