import { readTestArguments } from './test-arguments.ts';

test('all projects run, the fast ones first', () => {
  expect(readTestArguments(['gateway'])).toEqual({
    projects: ['unit', 'service', 'contracts', 'e2e', 'abuse', 'fault'],
    rest: ['gateway'],
  });
});

test('--selectProjects chooses; what follows the names goes to Jest', () => {
  const args = ['-t', 'pin', '--selectProjects', 'e2e', 'unit', 'gateway', '--bail'];
  expect(readTestArguments(args)).toEqual({ projects: ['unit', 'e2e'], rest: ['-t', 'pin', 'gateway', '--bail'] });
});

test('a name that is no project is refused rather than read as "nothing to do"', () => {
  expect(() => readTestArguments(['--selectProjects', 'units'])).toThrow('unit, service, contracts, e2e, abuse, fault');
});
