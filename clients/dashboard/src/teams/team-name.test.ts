import { teamNameProblem } from './team-name.ts';

test.each([
  ['', 'Give the team a name'],
  ['   ', 'Give the team a name'],
  ['x'.repeat(65), 'At most 64 characters'],
  [` ${'x'.repeat(64)} `, null],
])('the name %j', (name, problem) => {
  expect(teamNameProblem(name)).toBe(problem);
});
