import { InvalidArgumentError } from 'commander';
import { parseExpiry } from './parse-expiry.ts';

test.each([
  ['2030-12-31', '2030-12-31T00:00:00.000Z'],
  ['2030-12-31T12:30:00Z', '2030-12-31T12:30:00.000Z'],
  ['2030-12-31T12:30:00+02:00', '2030-12-31T10:30:00.000Z'],
])('%s means %s', (text, instant) => {
  expect(parseExpiry(text).toISOString()).toBe(instant);
});

// An instant without a zone would mean something else on every machine.
test.each(['', 'tomorrow', '2030', '31.12.2030', '2030-02-30', '2030-12-31T12:30:00', '1924992000'])(
  '%p is refused',
  (text) => {
    expect(() => parseExpiry(text)).toThrow(InvalidArgumentError);
  },
);
