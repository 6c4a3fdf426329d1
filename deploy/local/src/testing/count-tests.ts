/** Counts of one Jest run, from the file it writes with `--json --outputFile`. */
export interface TestCounts {
  passed: number;
  /** Tests that failed, and files that could not be run at all, one each. */
  failed: number;
}

interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Reads a result file. Without one Jest itself broke, which counts as a failure. */
export function countTests(resultText: string | undefined): TestCounts {
  if (resultText === undefined) return { passed: 0, failed: 1 };
  const result = JSON.parse(resultText) as JestResult;
  return { passed: result.numPassedTests, failed: result.numFailedTests + result.numRuntimeErrorTestSuites };
}
