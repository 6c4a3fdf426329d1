import { MissedBlocks } from './missed-blocks.ts';

const hashOf = (number: number): string => number.toString(16).padStart(64, '0');

let rung: string[];
let missed: MissedBlocks;
beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  rung = [];
  missed = new MissedBlocks({
    publish: (_subject, _schema, message) => {
      const { hash } = message as unknown as { hash: Uint8Array };
      rung.push(Buffer.from(hash).toString('hex'));
    },
  });
});
afterEach(() => jest.useRealTimers());

test('a block that many streams miss is rung for once in four seconds, and again while they wait', () => {
  for (let second = 0; second < 60; second += 1) {
    for (let stream = 0; stream < 1_000; stream += 1) missed.note('chain', hashOf(1));
    jest.advanceTimersByTime(1_000);
  }
  expect(rung.length).toBeGreaterThanOrEqual(12);
  expect(rung.length).toBeLessThanOrEqual(15);
});

test('streams on many unknown blocks ring for few of them at a time, and for the others later', () => {
  const wanted = Array.from({ length: 50 }, (_, number) => hashOf(number));
  for (const hash of wanted) missed.note('chain', hash);
  expect(rung).toEqual(wanted.slice(0, 20));
  jest.advanceTimersByTime(5_000);
  for (const hash of wanted.slice(20)) missed.note('chain', hash);
  expect(rung).toEqual(wanted.slice(0, 40));
});
