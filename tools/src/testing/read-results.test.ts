import { inRepository } from '@ledgergraph/local/repository';
import { readResults } from './read-results.ts';

const counts = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 4, numRuntimeErrorTestSuites: 2 };

function suite(file: string, status: string, assertionResults: { fullName: string; status: string }[] = []) {
  return { name: inRepository(file), status, startTime: 1_000, endTime: 3_500, assertionResults };
}

test('a file that cannot be run is a failure, and so is a run without a result', () => {
  const results = readResults(JSON.stringify({ ...counts, testResults: [suite('a.test.ts', 'failed')] }));
  expect(results).toMatchObject({ passed: 7, failed: 3, skipped: 4, failures: ['a.test.ts: the file itself'] });
  expect(readResults(undefined)).toMatchObject({ passed: 0, failed: 1, failures: ['Jest ended without a result'] });
});

test('suites have their seconds, and failed tests are named with their file', () => {
  const tests = [
    { fullName: 'it holds', status: 'passed' },
    { fullName: 'it does not', status: 'failed' },
  ];
  const { suites, failures } = readResults(
    JSON.stringify({ ...counts, testResults: [suite('b.test.ts', 'passed'), suite('c.test.ts', 'failed', tests)] }),
  );
  expect(suites).toEqual([
    { file: 'b.test.ts', seconds: 2.5 },
    { file: 'c.test.ts', seconds: 2.5 },
  ]);
  expect(failures).toEqual(['c.test.ts: it does not']);
});

test('files and the run have their CPU seconds, where they were measured', () => {
  const measured = [{ file: inRepository('b.test.ts'), seconds: 0.5 }, { seconds: 9 }];
  const cpuText = `${measured.map((time) => JSON.stringify(time)).join('\n')}\n`;
  const testResults = [suite('b.test.ts', 'passed'), suite('c.test.ts', 'passed')];
  expect(readResults(JSON.stringify({ ...counts, testResults }), cpuText)).toMatchObject({
    cpuSeconds: 9,
    suites: [
      { file: 'b.test.ts', seconds: 2.5, cpuSeconds: 0.5 },
      { file: 'c.test.ts', seconds: 2.5 },
    ],
  });
});
