import { readTestArguments } from './test-arguments.ts';

test('without a choice the projects run that a newcomer waits for, and the others are left out', () => {
  expect(readTestArguments(['gateway'])).toEqual({
    steps: [[['unit']], [['service', 'contracts'], ['stories']]],
    leftOut: ['e2e', 'abuse', 'fault', 'containers'],
    printsTimes: false,
    rest: ['gateway'],
  });
});

test('--all leaves nothing out, and containers have the machine for themselves', () => {
  const { steps, leftOut, rest } = readTestArguments(['--all', 'gateway']);
  expect(steps.slice(2)).toEqual([[['e2e'], ['abuse', 'fault']], [['containers']]]);
  expect({ leftOut, rest }).toEqual({ leftOut: [], rest: ['gateway'] });
});

test('--rest runs exactly what a run without a choice leaves out', () => {
  const { leftOut } = readTestArguments([]);
  expect(readTestArguments(['--rest'])).toMatchObject({
    steps: [[['e2e'], ['abuse', 'fault']], [['containers']]],
    rest: [],
  });
  expect(readTestArguments(['--rest']).steps.flat(2)).toEqual(leftOut);
});

test('--selectProjects chooses; what follows the names goes to Jest', () => {
  const args = ['-t', 'pin', '--selectProjects', 'e2e', 'unit', 'gateway', '--bail'];
  expect(readTestArguments(args)).toMatchObject({
    steps: [[['unit']], [['e2e']]],
    leftOut: ['service', 'contracts', 'stories', 'abuse', 'fault', 'containers'],
    rest: ['-t', 'pin', 'gateway', '--bail'],
  });
});

test('of the lanes of a step, those without a chosen project are left out', () => {
  expect(readTestArguments(['--selectProjects', 'fault', 'e2e']).steps).toEqual([[['e2e'], ['fault']]]);
});

test('--times asks for the times of the last runs, not for a run', () => {
  expect(readTestArguments(['--times']).printsTimes).toBe(true);
});

test('a name that is no project is refused rather than read as "nothing to do"', () => {
  expect(() => readTestArguments(['--selectProjects', 'units'])).toThrow('unit, service, contracts, stories, e2e');
});
