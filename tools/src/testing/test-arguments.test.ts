import { countTests } from './count-tests.ts';
import { readTestArguments } from './test-arguments.ts';

test('all projects run, the fast ones first', () => {
  expect(readTestArguments(['gateway'])).toEqual({
    projects: ['unit', 'service', 'contracts', 'e2e', 'fault'],
    rest: ['gateway'],
  });
});

test('--selectProjects chooses; what follows the names goes to Jest', () => {
  const args = ['-t', 'pin', '--selectProjects', 'e2e', 'unit', 'gateway', '--bail'];
  expect(readTestArguments(args)).toEqual({ projects: ['unit', 'e2e'], rest: ['-t', 'pin', 'gateway', '--bail'] });
});

test('a name that is no project is refused rather than read as "nothing to do"', () => {
  expect(() => readTestArguments(['--selectProjects', 'units'])).toThrow('unit, service, contracts, e2e, fault');
});

test('a file that cannot be run is a failure, and so is a run without a result', () => {
  const result = JSON.stringify({
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 4,
    numRuntimeErrorTestSuites: 2,
    testResults: [],
  });
  expect(countTests(result)).toEqual({ passed: 7, failed: 3, skipped: 4, retried: [] });
  expect(countTests(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0, retried: [] });
});

test('a test that passed at its second try only is named', () => {
  const assertionResults = [
    { fullName: 'at once', status: 'passed', invocations: 1 },
    { fullName: 'at the second try', status: 'passed', invocations: 2 },
    { fullName: 'never', status: 'failed', invocations: 2 },
  ];
  const counts = { numPassedTests: 2, numFailedTests: 1, numRuntimeErrorTestSuites: 0 };
  const result = JSON.stringify({ ...counts, testResults: [{ assertionResults }] });
  expect(countTests(result).retried).toEqual(['at the second try']);
});
