import { mayChangeRole, offeredRoles } from './roles.ts';

test('owners are owners’ business', () => {
  const roles = ['owner', 'admin', 'member'] as const;
  expect(roles.map((mine) => roles.map((theirs) => mayChangeRole(mine, theirs)))).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, false],
  ]);
  expect(roles.map(offeredRoles)).toEqual([['member', 'admin', 'owner'], ['member', 'admin'], []]);
});
