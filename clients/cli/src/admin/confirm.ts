import { createInterface } from 'node:readline/promises';
import { CommandError } from '@ledgergraph/dashboard-api/output';

/** Terminal that may show a question. */
export type Terminal = { stdin: NodeJS.ReadableStream & { isTTY?: boolean }; stderr: NodeJS.WritableStream };

/**
 * Asks a person at a terminal to confirm an action that cannot be undone. Throws CommandError if they refuse, or if
 * there is no terminal.
 * @param what ends the sentence "This …"
 * @param isAgreed `--yes` was given
 */
export async function mustBeAgreed(what: string, isAgreed = false, terminal: Terminal = process): Promise<void> {
  if (isAgreed) return;
  if (!terminal.stdin.isTTY) throw new CommandError(`This ${what} permanently. Confirm with --yes.`);
  const reader = createInterface({ input: terminal.stdin, output: terminal.stderr });
  // A terminal that is closed instead of answering is no answer.
  const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  const answer = await Promise.race([reader.question(`This ${what}, for good. Type yes to go on: `), closed]);
  reader.close();
  if (answer.trim() !== 'yes') throw new CommandError('Nothing was changed.');
}
