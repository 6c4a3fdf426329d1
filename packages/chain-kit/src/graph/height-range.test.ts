import { parseInstant } from '@ledgergraph/graph-kit/instant';
import { readWantedRange, resolveRange } from './height-range.ts';

const instant = (text: string) => parseInstant(`2026-01-01T${text}Z`);
const second = (text: string) => instant(text)?.seconds ?? Number.NaN;
const naming = (argument: string) => expect.objectContaining({ extensions: { code: 'VALIDATION_ERROR', argument } });

test('a time ends a range with its own second and begins one after the second before', () => {
  expect(readWantedRange({ fromTime: instant('00:00:05'), toTime: instant('00:00:05') })).toEqual({
    from: null,
    to: null,
    afterSecond: second('00:00:04'),
    upToSecond: second('00:00:05'),
  });
});

test('a fraction counts as the second that a block can have: the next one for a beginning, its own for an end', () => {
  expect(readWantedRange({ fromTime: instant('00:00:05.001'), toTime: instant('00:00:06.999') })).toMatchObject({
    afterSecond: second('00:00:05'),
    upToSecond: second('00:00:06'),
  });
});

test('a range of times may be of one instant and may not be turned around', () => {
  readWantedRange({ fromTime: instant('00:00:05.5'), toTime: instant('00:00:05.5') });
  const turned: [string, string][] = [
    ['00:00:06', '00:00:05'],
    ['00:00:05.1', '00:00:05'],
    ['00:00:06', '00:00:05.9'],
  ];
  for (const [from, to] of turned) {
    const args = { fromTime: instant(from), toTime: instant(to) };
    expect(() => readWantedRange(args)).toThrow(naming('fromTime'));
  }
  expect(() => readWantedRange({ fromHeight: 2, toHeight: 1 })).toThrow(naming('fromHeight'));
});

test.each([
  ['none of them', {}, { from: 0, to: 100 }],
  ['heights', { fromHeight: 3, toHeight: 9 }, { from: 3, to: 9 }],
  ['heights above the tip', { fromHeight: 300, toHeight: 400 }, { from: 101, to: 100 }],
  ['times', { fromTime: instant('00:00:20'), toTime: instant('00:00:30') }, { from: 20, to: 30 }],
  ['times inside heights', { fromHeight: 3, fromTime: instant('00:00:20'), toHeight: 90 }, { from: 20, to: 90 }],
  ['heights inside times', { fromHeight: 33, fromTime: instant('00:00:20'), toHeight: 44 }, { from: 33, to: 44 }],
  ['times beside heights', { toHeight: 10, fromTime: instant('00:00:20') }, { from: 11, to: 10 }],
  ['times before the chain', { toTime: parseInstant('1960-01-01T00:00:00Z') }, { from: 0, to: -1 }],
  ['times after the chain', { fromTime: instant('09:00:00') }, { from: 101, to: 100 }],
])('a list of 101 blocks, one each second, bounded by %s', async (_, args, range) => {
  const start = second('00:00:00');
  const findHeight = (at: number) => Promise.resolve(Math.min(Math.max(at - start, -1), 100));
  expect(await resolveRange(readWantedRange(args), 100, findHeight)).toEqual(range);
});
