import {
  mayChangeRole,
  mayDeleteTeam,
  mayInvite,
  mayManageKey,
  mayManageTeam,
  mayPermitSending,
  mayRemoveMember,
  maySeeAudit,
  type Role,
  readRole,
  roles,
} from './rights.ts';

const [mine, theirs, nobodys] = [{ createdById: 'me' }, { createdById: 'they' }, { createdById: null }];

test.each<[Role, boolean[]]>([
  ['owner', [true, true, true]],
  ['admin', [true, true, true]],
  ['member', [true, false, false]],
])('%s: own key, somebody’s key, a key without an owner: %j', (role, expected) => {
  expect([mine, theirs, nobodys].map((key) => mayManageKey({ role, userId: 'me' }, key))).toEqual(expected);
});

test.each<[Role, boolean, boolean, boolean, boolean]>([
  ['owner', true, true, true, true],
  ['admin', true, true, true, false],
  ['member', false, false, false, false],
])('%s: rename the team %p, see the record %p, let keys send %p, delete the team %p', (role, ...expected) => {
  const rights = [mayManageTeam(role), maySeeAudit(role), mayPermitSending(role), mayDeleteTeam(role)];
  expect(rights).toEqual(expected);
});

test.each<[Role, Role[]]>([
  ['owner', ['owner', 'admin', 'member']],
  ['admin', ['admin', 'member']],
  ['member', []],
])('%s invites and takes out %j', (role, those) => {
  expect(roles.filter((of) => mayInvite(role, of))).toEqual(those);
  expect(roles.filter((of) => mayRemoveMember(role, of))).toEqual(those);
});

test('roles of owners are the owners’ matter, all others the admins’ too', () => {
  const changes = roles.flatMap((from) => roles.map((to) => [from, to] as const));
  expect(changes.every(([from, to]) => mayChangeRole('owner', from, to))).toBe(true);
  expect(changes.some(([from, to]) => mayChangeRole('member', from, to))).toBe(false);
  const byAdmin = changes.filter(([from, to]) => mayChangeRole('admin', from, to));
  expect(byAdmin).toEqual(changes.filter((change) => !change.includes('owner')));
});

test.each([
  ['owner', 'owner'],
  ['member,admin', 'admin'],
  ['member, owner', 'owner'],
  ['superuser', 'member'],
  ['', 'member'],
])('the stored text %j means %s', (text, role) => {
  expect(readRole(text)).toBe(role);
});
