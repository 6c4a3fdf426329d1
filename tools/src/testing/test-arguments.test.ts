import { globSync } from 'node:fs';
import { repositoryDir } from '@ledgergraph/local/repository';
import { readTestArguments } from './test-arguments.ts';

test('all projects run, the fast ones first, and those that mostly wait side by side', () => {
  expect(readTestArguments(['gateway'])).toEqual({
    steps: [
      [[{ project: 'unit' }]],
      [[{ project: 'service' }]],
      [[{ project: 'contracts' }]],
      [
        [{ project: 'e2e', leaves: expect.any(String) }],
        [{ project: 'abuse' }, { project: 'fault' }, { project: 'e2e', leaves: expect.any(String) }],
      ],
    ],
    rest: ['gateway'],
  });
});

test('--selectProjects chooses; what follows the names goes to Jest', () => {
  const args = ['-t', 'pin', '--selectProjects', 'e2e', 'unit', 'gateway', '--bail'];
  expect(readTestArguments(args)).toEqual({
    steps: [[[{ project: 'unit' }]], [[{ project: 'e2e' }]]],
    rest: ['-t', 'pin', 'gateway', '--bail'],
  });
});

test('of the lanes of a step, those without a chosen project are left out', () => {
  expect(readTestArguments(['--selectProjects', 'fault', 'e2e']).steps).toEqual([
    [[{ project: 'e2e' }], [{ project: 'fault' }]],
  ]);
});

test('of the two runs that share the files of e2e, exactly one leaves a file to the other', () => {
  const runs = readTestArguments([]).steps.flat(2);
  const left = runs.flatMap(({ project, leaves }) => (project === 'e2e' ? [new RegExp(leaves ?? '')] : []));
  const files = globSync('test/e2e/**/*.test.ts', { cwd: repositoryDir });
  expect(files.length).toBeGreaterThan(30);
  for (const file of files)
    expect([file, left.filter((pattern) => pattern.test(`/${file}`)).length]).toEqual([file, 1]);
  // Each run has files.
  for (const pattern of left) expect(files.some((file) => !pattern.test(`/${file}`))).toBe(true);
});

test('a name that is no project is refused rather than read as "nothing to do"', () => {
  expect(() => readTestArguments(['--selectProjects', 'units'])).toThrow('unit, service, contracts, e2e, abuse, fault');
});
