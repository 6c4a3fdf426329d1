import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads a line: on a terminal after a prompt, else the first of stdin. @param isSecret nothing that is typed is shown */
export async function readLineOf(prompt: string, { isSecret }: { isSecret: boolean }): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isTerminal) process.stderr.write(prompt);
  const lines = createInterface({
    input: process.stdin,
    output: isSecret || !isTerminal ? mute : process.stderr,
    terminal: isTerminal,
  });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal && isSecret) process.stderr.write('\n');
  }
}
