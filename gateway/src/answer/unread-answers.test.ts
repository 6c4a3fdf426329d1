import { EventEmitter } from 'node:events';
import { UnreadAnswers } from './unread-answers.ts';

const ANSWER = 20_000;

class Sent extends EventEmitter {
  destroyed = false;

  destroy(): this {
    this.destroyed = true;
    this.emit('close');
    return this;
  }
}

let unread: UnreadAnswers;
beforeEach(() => {
  unread = new UnreadAnswers({ teamBytesMax: 3 * ANSWER, bytesMax: 5 * ANSWER });
});

function hold(teamId: string, bytes = ANSWER): Sent {
  const sent = new Sent();
  unread.hold(teamId, sent as never, bytes);
  return sent;
}

const cutOff = (all: readonly Sent[]): boolean[] => all.map((one) => one.destroyed);

test('a team that does not read loses the answers that wait longest, and other teams lose none', () => {
  const other = hold('other');
  const own = [hold('a'), hold('a'), hold('a'), hold('a'), hold('a')];
  expect(cutOff([other, ...own])).toEqual([false, true, true, false, false, false]);
  expect(unread.bytes).toBe(4 * ANSWER);
});

test('where all teams together hold too much, the one that holds the most loses', () => {
  const honest = hold('honest');
  const greatest = [hold('a'), hold('a'), hold('a')];
  const others = [hold('b'), hold('c'), hold('d')];
  expect(cutOff([honest, ...greatest, ...others])).toEqual([false, true, true, false, false, false, false]);
});

test('an answer that has been read is not counted any more; short ones never are', () => {
  for (let time = 0; time < 10; time += 1) {
    const sent = hold('a', 3 * ANSWER);
    hold('a', 16 * 1024);
    sent.emit('close');
    expect([sent.destroyed, unread.bytes]).toEqual([false, 0]);
  }
});

test('an answer that is longer than all the room is sent alone', () => {
  expect(hold('a', 10 * ANSWER).destroyed).toBe(false);
  expect(hold('b').destroyed).toBe(false);
  expect(unread.bytes).toBe(ANSWER);
});

test('an answer whose client has gone is not held', () => {
  const sent = new Sent().destroy();
  unread.hold('a', sent as never, ANSWER);
  expect(unread.bytes).toBe(0);
});
