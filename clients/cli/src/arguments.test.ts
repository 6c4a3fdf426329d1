import { InvalidArgumentError } from 'commander';
import { parseDay, parseExpiry, parseLimit, parsePeriod } from './arguments.ts';

const refused = expect.any(InvalidArgumentError);

function tryOut(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    return error;
  }
}

test.each<readonly [string, unknown]>([
  ['0', 0],
  ['90s', 90],
  ['30m', 1_800],
  ['24h', 86_400],
  ['30d', 2_592_000],
  ...['', '24', '-1h', '1.5h', '1w', '1H', 'h'].map((text) => [text, refused] as const),
])('a period %j is %j seconds', (text, seconds) => {
  expect(tryOut(parsePeriod, text)).toEqual(seconds);
});

// An instant without a zone would mean something else on every machine.
test.each<readonly [string, unknown]>([
  ['2030-12-31', '2030-12-31T00:00:00Z'],
  ['2030-12-31T12:30:00+02:00', '2030-12-31T12:30:00+02:00'],
  ...['', 'tomorrow', '2030', '31.12.2030', '2030-02-30', '2030-12-31T12:30:00', '1924992000'].map(
    (text) => [text, refused] as const,
  ),
])('an expiry %j is %j', (text, instant) => {
  expect(tryOut(parseExpiry, text)).toEqual(instant);
});

test('a list shows 1 to 1,000, and a day is one that its month has', () => {
  expect(['1', '1000', '0', '1001', '-1', 'all', ''].map((text) => tryOut(parseLimit, text))).toEqual([
    1,
    1_000,
    ...Array(5).fill(refused),
  ]);
  expect(['2028-02-29', '2030-02-29', '2030-2-1', ''].map((text) => tryOut(parseDay, text))).toEqual([
    '2028-02-29',
    ...Array(3).fill(refused),
  ]);
});
