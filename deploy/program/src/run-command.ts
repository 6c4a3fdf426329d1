import { runProgram } from '@ledgergraph/cli/run-program';

export function runCommand(args: readonly string[]): Promise<number> {
  return runProgram(args, (program) => {
    program
      .command('run [roles...]')
      .description('for operators: run the services, or some of their roles (run --help)');
  });
}
