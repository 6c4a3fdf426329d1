/** Counts of one Jest run, from the file it writes with `--json --outputFile`. */
export interface TestCounts {
  passed: number;
  /** Tests that failed, and files that could not be run at all, one each. */
  failed: number;
  /** Tests that were not run, as what they need is not here. */
  skipped: number;
  /** Names of those that passed at a second try only. */
  retried: string[];
}

interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { fullName: string; status: string; invocations?: number }[] }[];
}

/** Reads a result file. Without one Jest itself broke, which counts as a failure. */
export function countTests(resultText: string | undefined): TestCounts {
  if (resultText === undefined) return { passed: 0, failed: 1, skipped: 0, retried: [] };
  const result = JSON.parse(resultText) as JestResult;
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests,
    retried: tests
      .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => fullName),
  };
}
