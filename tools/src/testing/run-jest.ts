import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { countTests, type TestCounts } from './count-tests.ts';

export interface JestRun {
  /** Name of the Jest project. */
  project: string;
  /** What goes to Jest besides. */
  rest: string[];
  /** Where Jest writes what came of it. */
  resultFile: string;
  /** What the tests need in their environment. */
  environment: Record<string, string>;
}

/** Of these each file has what it needs to itself. Jest alone would leave one of two cores unused. */
const SIDE_BY_SIDE = new Set(['unit', 'service', 'contracts']);
const WORKERS = ['--maxWorkers', String(Math.max(2, availableParallelism() - 1))];

/** Runs one of Jest's projects. Its report for people is on stderr. */
export async function runJest(run: JestRun): Promise<TestCounts & { exitCode: number }> {
  // The results are in when the last test has ended; a connection that a test left open must not hold up the run.
  const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
  const project = ['--selectProjects', run.project];
  // Ours first: a lone -- among theirs ends the flags.
  const workers = SIDE_BY_SIDE.has(run.project) ? WORKERS : [];
  const ours = [...project, ...workers, '--passWithNoTests', '--forceExit', '--json', '--outputFile', run.resultFile];
  const result = await execa(process.execPath, [jest, ...ours, ...run.rest], {
    cwd: repositoryDir,
    env: { ...run.environment, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
    // The JSON goes to stdout as well as to the file, and there nobody reads it.
    stdio: ['inherit', 'ignore', 'inherit'],
    reject: false,
  });
  const counts = countTests(await readFile(run.resultFile, 'utf8').catch(() => undefined));
  return { ...counts, exitCode: result.exitCode ?? 1 };
}
