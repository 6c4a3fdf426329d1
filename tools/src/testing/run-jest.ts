import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { CPU_FILE_VARIABLE } from '@ledgergraph/test-kit/jest/cpu-time';
import { execa } from 'execa';
import { StuckWatch } from './end-when-stuck.ts';
import { readResults } from './read-results.ts';
import type { ProjectRun } from './summary.ts';

export interface JestRun {
  project: string;
  rest: string[];
  resultFile: string;
  environment: Record<string, string>;
}

/**
 * Files that share nothing. Jest alone would leave one of two cores unused; a third worker goes on while one waits for Postgres or a
 * deadline.
 */
const SIDE_BY_SIDE = new Set(['unit', 'service', 'contracts', 'abuse']);
/** Jest only warns after `workerGracefulExitTimeout`. */
const ENDED_WORKER = 'A worker process has failed to exit gracefully';
const WORKERS = ['--maxWorkers', String(Math.max(3, availableParallelism() - 1))];

/** A line for each file on stderr. A run that does not exit by itself has failed. */
export async function runJest(run: JestRun): Promise<ProjectRun & { exitCode: number }> {
  const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
  const project = ['--selectProjects', run.project];
  // A lone -- among theirs ends the flags.
  const workers = SIDE_BY_SIDE.has(run.project) ? WORKERS : [];
  const report = ['--reporters', inRepository('tools', 'src', 'testing', 'suite-reporter.ts')];
  const ours = [...project, ...workers, ...report, '--passWithNoTests', '--json', '--outputFile', run.resultFile];
  const cpuFile = `${run.resultFile}.cpu`;
  const startedAt = performance.now();
  const child = execa(process.execPath, [jest, ...ours, ...run.rest], {
    cwd: repositoryDir,
    env: {
      ...run.environment,
      [CPU_FILE_VARIABLE]: cpuFile,
      ...(process.stderr.isTTY && { FORCE_COLOR: '1' }),
    },
    // On stdout Jest only reports its file of results.
    stdio: ['inherit', 'ignore', ['inherit', 'pipe']],
    buffer: false,
    reject: false,
  });
  let endedWorker = false;
  createInterface(child.stderr).on('line', (line) => {
    if (line.includes(ENDED_WORKER)) endedWorker = true;
  });
  // For leftovers of the run's own set-up or tear-down.
  using watch = new StuckWatch(run.resultFile, child);
  const { exitCode } = await child;
  const [resultText, cpuText] = await Promise.all([run.resultFile, cpuFile].map(readIfThere));
  const results = readResults(resultText, cpuText);
  const seconds = (performance.now() - startedAt) / 1000;
  const fault = watch.wasStuck ? 'Jest does not exit' : endedWorker ? 'a worker of Jest does not exit' : undefined;
  if (fault === undefined) return { project: run.project, seconds, ...results, exitCode: exitCode ?? 1 };
  const failures = [...results.failures, `project ${run.project}: ${fault} by itself; something is left open`];
  return { project: run.project, seconds, ...results, failed: results.failed + 1, failures, exitCode: 1 };
}

function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
