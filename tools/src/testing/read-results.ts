import { relative } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import type { CpuTime } from '@ledgergraph/test-kit/jest/cpu-time';

/** One file of tests that has run. */
export interface Suite {
  /** From the root of the repository. */
  file: string;
  /** Wall-clock time. */
  seconds: number;
  /** CPU time of the file and of the processes that it started and ended; absent where it was not measured. */
  cpuSeconds?: number;
}

/** Result of one Jest run. */
export interface TestResults {
  passed: number;
  /** Tests that failed, and files that could not be run at all, one each. */
  failed: number;
  /** Tests that were not run because what they need is absent. */
  skipped: number;
  /** CPU time of the whole run, its workers and the processes that they started; absent where it was not measured. */
  cpuSeconds?: number;
  suites: Suite[];
  /** One line for each failure: its file, and the test's name where a test failed. */
  failures: string[];
}

/** Jest's output with `--json --outputFile`. Times are in milliseconds. */
interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/**
 * Reads a result file. Without one Jest itself broke, which counts as a failure.
 * @param cpuText the run's file of CPU times
 */
export function readResults(resultText: string | undefined, cpuText = ''): TestResults {
  const cpuTimes = readCpuTimes(cpuText);
  const cpuSeconds = cpuTimes.get(undefined);
  const whole = cpuSeconds === undefined ? {} : { cpuSeconds };
  if (resultText === undefined)
    return { passed: 0, failed: 1, skipped: 0, ...whole, suites: [], failures: ['Jest ended without a result'] };
  const result = JSON.parse(resultText) as JestResult;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests,
    ...whole,
    suites: result.testResults.map((suite) => readSuite(suite, cpuTimes)),
    failures: result.testResults.flatMap(listFailures),
  };
}

function readCpuTimes(text: string): Map<string | undefined, number> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as CpuTime).map(({ file, seconds }) => [file, seconds]));
}

function readSuite(
  { name, startTime, endTime }: JestResult['testResults'][number],
  cpuTimes: ReadonlyMap<string | undefined, number>,
): Suite {
  const cpuSeconds = cpuTimes.get(name);
  return {
    file: relative(repositoryDir, name),
    // A file that could not be run has no times.
    seconds: Math.max(0, endTime - startTime) / 1000,
    ...(cpuSeconds !== undefined && { cpuSeconds }),
  };
}

function listFailures({ name, status, assertionResults }: JestResult['testResults'][number]): string[] {
  if (status !== 'failed') return [];
  const file = relative(repositoryDir, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.length === 0 ? [`${file}: the file itself`] : failed.map(({ fullName }) => `${file}: ${fullName}`);
}
