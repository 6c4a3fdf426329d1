import { runProgram } from '@ledgergraph/cli/run-program';

/** Runs a command of customers. `run` is listed beside them. */
export function runCommand(args: readonly string[]): Promise<number> {
  return runProgram(args, (program) => {
    program
      .command('run [roles...]')
      .description('for operators: run the services, or some of their roles (run --help)');
  });
}
