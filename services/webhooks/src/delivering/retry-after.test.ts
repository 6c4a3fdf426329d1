import { readRetryAfter } from './retry-after.ts';

const NOW = new Date('2026-11-25T09:00:00Z');

test.each([
  ['seconds', '120', 120],
  ['no wait', '0', 0],
  ['a date, as it is written today', 'Wed, 25 Nov 2026 09:10:00 GMT', 600],
  ['a date as RFC 850 wrote it', 'Wednesday, 25-Nov-26 09:10:00 GMT', 600],
  ['a date as asctime writes it', 'Wed Nov 25 09:10:00 2026', 600],
  ['a date of asctime with one digit', 'Tue Dec  1 09:00:00 2026', 6 * 86_400],
  ['spaces around it', '  Wed, 25 Nov 2026 09:10:00 GMT ', 600],
  ['a leap second', 'Thu, 31 Dec 2026 23:59:60 GMT', 36 * 86_400 + 15 * 3_600],
  ['a date of this very second', 'Wed, 25 Nov 2026 09:00:00 GMT', 0],
  ['a date that is over', 'Wed, 25 Nov 2026 08:59:59 GMT', 0],
  ['a year of two digits that is over', 'Sunday, 06-Nov-94 08:49:37 GMT', 0],
])('%s is understood', (_what, value, seconds) => {
  expect(readRetryAfter(value, NOW)).toBe(seconds);
});

test.each([
  ['an absent header', undefined],
  ['two headers', ['60', '120']],
  ['nothing', ''],
  ['a fraction', '1.5'],
  ['a negative number', '-60'],
  ['a number beyond all reason', '9'.repeat(10)],
  ['another zone', 'Wed, 25 Nov 2026 09:10:00 CET'],
  ['no zone', 'Wed, 25 Nov 2026 09:10:00'],
  ['an ISO date', '2026-11-25T09:10:00Z'],
  ['a day that does not exist', 'Mon, 31 Apr 2027 09:10:00 GMT'],
  ['day 0', 'Wed, 00 Nov 2027 09:10:00 GMT'],
  ['hour 24', 'Wed, 25 Nov 2026 24:10:00 GMT'],
  ['an unknown month', 'Wed, 25 Foo 2026 09:10:00 GMT'],
  ['a date with more behind it', 'Wed, 25 Nov 2026 09:10:00 GMT; x'],
  ['words', 'tomorrow'],
])('%s asks for no wait', (_what, value) => {
  expect(readRetryAfter(value, NOW)).toBe(0);
});
