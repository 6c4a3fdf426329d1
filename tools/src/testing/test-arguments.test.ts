import { readTestArguments } from './test-arguments.ts';

test('all projects run, the fast ones first, and those that mostly wait side by side', () => {
  expect(readTestArguments(['gateway'])).toEqual({
    steps: [[['unit']], [['service']], [['contracts']], [['e2e'], ['abuse', 'fault']]],
    rest: ['gateway'],
  });
});

test('--selectProjects chooses; what follows the names goes to Jest', () => {
  const args = ['-t', 'pin', '--selectProjects', 'e2e', 'unit', 'gateway', '--bail'];
  expect(readTestArguments(args)).toEqual({
    steps: [[['unit']], [['e2e']]],
    rest: ['-t', 'pin', 'gateway', '--bail'],
  });
});

test('of the lanes of a step, those without a chosen project are left out', () => {
  expect(readTestArguments(['--selectProjects', 'fault', 'e2e']).steps).toEqual([[['e2e'], ['fault']]]);
});

test('a name that is no project is refused rather than read as "nothing to do"', () => {
  expect(() => readTestArguments(['--selectProjects', 'units'])).toThrow('unit, service, contracts, e2e, abuse, fault');
});
