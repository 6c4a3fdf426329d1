import { isStorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import { CommanderError } from 'commander';
import { AccountsError } from '#/accounts-error.ts';
import { isDatabaseAway } from '#/db/connection.ts';
import { WebhookRefusal } from '#/webhooks/connect-webhooks.ts';
import { CommandError, remark } from './output.ts';
import { createProgram } from './program.ts';

const FAILED = 1;
/** As with other programs: the command was not understood, and nothing was tried. */
const NOT_UNDERSTOOD = 2;

/**
 * Runs one command and returns the exit code. Its result goes to stdout, all else to stderr.
 * @param args arguments after `ledgergraph-admin`
 * Throws only unexpected errors.
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  if (!args.every(isStorable)) {
    remark(`error: ${NOT_STORABLE}`);
    return NOT_UNDERSTOOD;
  }
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // The parser has printed the fault, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    if (error instanceof AccountsError || error instanceof WebhookRefusal || error instanceof CommandError)
      remark(`error: ${error.message}`);
    else if (isDatabaseAway(error)) remark('error: The accounts database does not answer. Is the stack running?');
    else throw error;
    return FAILED;
  }
}
