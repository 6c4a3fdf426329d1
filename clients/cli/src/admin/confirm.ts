import { createInterface } from 'node:readline/promises';
import { CommandError } from '@ledgergraph/dashboard-api/output';

export type Terminal = { stdin: NodeJS.ReadableStream & { isTTY?: boolean }; stderr: NodeJS.WritableStream };

/**
 * Throws CommandError if the person refuses, or there is no terminal.
 * @param what ends the sentence "This …"
 * @param isAgreed `--yes` was given
 */
export async function mustBeAgreed(what: string, isAgreed = false, terminal: Terminal = process): Promise<void> {
  if (isAgreed) return;
  if (!terminal.stdin.isTTY) throw new CommandError(`This ${what} permanently. Confirm with --yes.`);
  const reader = createInterface({ input: terminal.stdin, output: terminal.stderr });
  // A terminal that closes gives no answer.
  const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  const answer = await Promise.race([reader.question(`This ${what}, for good. Type yes to go on: `), closed]);
  reader.close();
  if (answer.trim() !== 'yes') throw new CommandError('Nothing was changed.');
}
