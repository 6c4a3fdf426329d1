import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { mustBeAgreed } from './confirm.ts';

function openTerminal(typed: string | null) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  if (typed === null) stdin.end();
  else stdin.write(typed);
  return { stdin, stderr };
}

test('a person who types yes goes on, after reading the consequences', async () => {
  const terminal = openTerminal('yes\n');
  await mustBeAgreed('deletes a thing', false, terminal);
  terminal.stderr.end();
  expect(await text(terminal.stderr)).toContain('This deletes a thing, for good.');
});

test.each(['\n', 'y\n', 'no\n', 'yes!\n', null])('%j changes nothing', async (typed) => {
  await expect(mustBeAgreed('deletes a thing', false, openTerminal(typed))).rejects.toThrow('Nothing was changed.');
});

test('a flag answers the question beforehand, and a command without a terminal does not wait', async () => {
  const terminal = { stdin: new PassThrough(), stderr: new PassThrough() };
  await mustBeAgreed('deletes a thing', true, terminal);
  await expect(mustBeAgreed('deletes a thing', undefined, terminal)).rejects.toThrow('Confirm with --yes');
});
