import { ApiError } from '@ledgergraph/dashboard-api/api-error';
import { CommandError, remark } from '@ledgergraph/dashboard-api/output';
import { type Command, CommanderError } from 'commander';
import { runOperatorCommand } from './operator-command.ts';
import { createProgram, SNAPSHOT } from './program.ts';
import { explainSession } from './session/session-commands.ts';

const FAILED = 1;
/** As with other programs: the command was not understood, and nothing was tried. */
const NOT_UNDERSTOOD = 2;

/**
 * Runs one command and returns the exit code. Its result goes to stdout, all else to stderr.
 * @param args arguments after `ledgergraph`
 * @param addCommands lists what the program around it runs by itself
 * @throws only unexpected errors
 */
export async function runProgram(
  args: readonly string[],
  addCommands: (program: Command) => void = () => undefined,
): Promise<number> {
  try {
    const [first, ...others] = args;
    // All of its arguments are its own.
    if (first === SNAPSHOT) return await runOperatorCommand(SNAPSHOT, others);
    const program = createProgram();
    addCommands(program);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (thrown) {
    // It has written its fault; help is no fault.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    const error = explainSession(thrown);
    if (!(error instanceof ApiError) && !(error instanceof CommandError)) throw error;
    remark(`error: ${error.message}`);
    if (error instanceof ApiError) {
      for (const [field, problem] of Object.entries(error.fields)) remark(`  ${field}: ${problem}`);
      if (error.retryAfter !== undefined) remark(`Again in ${error.retryAfter} s.`);
    }
    return FAILED;
  }
}
