import { Writable } from 'node:stream';
import { pino } from 'pino';
import { sendConsoleToLogger } from './console-to-logger.ts';

test('what libraries write to the console is a line of the logger, at most one a second', () => {
  const lines: { msg: string; leftOut?: number; err?: { message: string } }[] = [];
  const logger = pino(
    new Writable({
      write: (line, _encoding, done) => {
        lines.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const written: unknown[] = [];
  const original = (...args: unknown[]): number => written.push(args);
  const target = { debug: original, log: original, info: original, warn: original, error: original };
  let now = 0;
  const giveBack = sendConsoleToLogger(logger, target, () => now);
  target.error('handler for %s failed', 'rpc', new Error('reset'));
  for (let count = 0; count < 1_000; count += 1) target.log('again');
  now = 1_000;
  target.warn('later');
  giveBack();
  target.info('as before');
  expect(lines.map(({ msg, leftOut, err }) => [msg, leftOut, err?.message])).toEqual([
    ['a library writes: handler for rpc failed', undefined, 'reset'],
    ['a library writes: later', 1_000, undefined],
  ]);
  expect(written).toEqual([['as before']]);
});
