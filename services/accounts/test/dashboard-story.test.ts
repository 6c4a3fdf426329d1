import type { AuditPage, CreatedKey, Key } from '#/dashboard/contract.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { getMe, signUp } from './people.ts';

let fixture: DashboardFixture;
beforeAll(async () => {
  fixture = await startDashboardFixture();
});
afterAll(() => fixture.stop());

test('from signing up to revoking a key', async () => {
  const { browser, teamId } = await signUp(fixture, 'ann');
  expect(await getMe(browser)).toMatchObject({
    user: { name: 'ann', email: 'ann@example.org' },
    teams: [{ id: teamId, name: 'ann’s team', role: 'owner', plan: 'free' }],
    keyBrand: 'lg',
  });

  const created = await browser.post(`/api/teams/${teamId}/keys`, { environment: 'live', name: 'shop' });
  expect(created.status).toBe(201);
  const { value, key } = created.body as CreatedKey;
  expect(value).toMatch(/^lg_live_[0-9A-Za-z]{36}$/);
  expect(key).toMatchObject({ name: 'shop', state: 'active', createdBy: 'ann', mayManage: true });

  const rotated = await browser.post(`/api/teams/${teamId}/keys/${key.id}/rotate`, { graceSeconds: 60 });
  expect(rotated.status).toBe(201);
  const next = rotated.body as CreatedKey;
  expect(next.value).not.toBe(value);
  const revoked = await browser.post(`/api/teams/${teamId}/keys/${key.id}/revoke`);
  expect([revoked.status, (revoked.body as Key).state]).toEqual([200, 'revoked']);

  const { keys } = (await browser.get(`/api/teams/${teamId}/keys`)).body as { keys: Key[] };
  expect(keys.map(({ id, state }) => [id, state])).toEqual([
    [next.key.id, 'active'],
    [key.id, 'revoked'],
  ]);
  expect(fixture.announced).toHaveLength(2);
  const { entries } = (await browser.get(`/api/teams/${teamId}/audit`)).body as AuditPage;
  expect(entries.map(({ action }) => action)).toEqual(['key.revoke', 'key.rotate', 'key.create']);
});
