import { relative } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import type { CpuTime } from '@ledgergraph/test-kit/jest/cpu-time';

export interface Suite {
  /** From the root of the repository. */
  file: string;
  /** Wall clock. */
  seconds: number;
  /** With processes that it started and ended; absent: not measured. */
  cpuSeconds?: number;
}

export interface TestResults {
  passed: number;
  /** Files that could not be run count as one each. */
  failed: number;
  /** A need of theirs is absent. */
  skipped: number;
  /** With workers and their processes; absent: not measured. */
  cpuSeconds?: number;
  suites: Suite[];
  failures: string[];
}

/** The form of `--json --outputFile`, in milliseconds. */
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

/** Without a file Jest itself broke, which counts as a failure. @param cpuText the run's file of CPU times */
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
