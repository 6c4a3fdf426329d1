import { relative } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';

/** One file of tests that has run. */
export interface Suite {
  /** From the root of the repository. */
  file: string;
  seconds: number;
}

/** Result of one Jest run. */
export interface TestResults {
  passed: number;
  /** Tests that failed, and files that could not be run at all, one each. */
  failed: number;
  /** Tests that were not run because what they need is absent. */
  skipped: number;
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

/** Reads a result file. Without one Jest itself broke, which counts as a failure. */
export function readResults(resultText: string | undefined): TestResults {
  if (resultText === undefined)
    return { passed: 0, failed: 1, skipped: 0, suites: [], failures: ['Jest ended without a result'] };
  const result = JSON.parse(resultText) as JestResult;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests,
    suites: result.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(repositoryDir, name),
      // A file that could not be run has no times.
      seconds: Math.max(0, endTime - startTime) / 1000,
    })),
    failures: result.testResults.flatMap(listFailures),
  };
}

function listFailures({ name, status, assertionResults }: JestResult['testResults'][number]): string[] {
  if (status !== 'failed') return [];
  const file = relative(repositoryDir, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.length === 0 ? [`${file}: the file itself`] : failed.map(({ fullName }) => `${file}: ${fullName}`);
}
