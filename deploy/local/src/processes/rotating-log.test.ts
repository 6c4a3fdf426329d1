import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { RotatingLog } from './rotating-log.ts';

async function logFile(): Promise<string> {
  return join(await temporaryFolder(), 'x.log');
}

test('goes on in the file of an earlier run', async () => {
  const file = await logFile();
  for (const text of ['one\n', 'two\n']) {
    const log = new RotatingLog(file);
    log.write(text);
  }
  expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
});

test('never holds more than the limit, and keeps what came just before', async () => {
  const file = await logFile();
  const log = new RotatingLog(file, 10);
  for (const text of ['first\n', 'second\n', 'third\n']) log.write(text);
  expect(await readFile(file, 'utf8')).toBe('third\n');
  expect(await readFile(`${file}.1`, 'utf8')).toBe('second\n');
});

test('returns the last lines of this run', async () => {
  const log = new RotatingLog(await logFile());
  log.write('a\nb\n');
  log.write(Buffer.from('c\n'));
  expect(log.tail(2)).toBe('b\nc');
});

test('a disk that is full costs lines, which the log reports when there is room again', async () => {
  const file = await logFile();
  let isFull = true;
  const log = new RotatingLog(file, 1_000, (descriptor, text) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    writeSync(descriptor, text);
  });
  log.write('lost\n');
  log.write('too\n');
  expect(log.tail(2)).toBe('lost\ntoo');
  isFull = false;
  log.write('kept\n');
  expect(await readFile(file, 'utf8')).toBe('9 bytes of this log are lost: the disk was full\nkept\n');
});
