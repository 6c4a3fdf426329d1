import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Without a terminal it reads the first line of stdin. @param isSecret shows nothing that is typed */
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
