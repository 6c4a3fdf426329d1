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
 * The result goes to stdout, all else to stderr.
 * @param addCommands lists commands that the surrounding program runs
 * @throws only unexpected errors
 */
export async function runProgram(
  args: readonly string[],
  addCommands: (program: Command) => void = () => undefined,
): Promise<number> {
  return exitCodeOf(async () => {
    const [first, ...others] = args;
    if (first === SNAPSHOT) return runOperatorCommand(SNAPSHOT, others);
    const program = createProgram();
    addCommands(program);
    await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
      throw explainSession(error);
    });
    return 0;
  });
}

/** @throws only unexpected errors */
export async function exitCodeOf(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    // Commander has written the fault; help is no fault.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    if (!(error instanceof ApiError) && !(error instanceof CommandError)) throw error;
    remark(`error: ${error.message}`);
    if (error instanceof ApiError) {
      for (const [field, problem] of Object.entries(error.fields))
        if (problem !== error.message) remark(`  ${field}: ${problem}`);
      if (error.retryAfter !== undefined) remark(`Again in ${error.retryAfter} s.`);
    }
    return FAILED;
  }
}
