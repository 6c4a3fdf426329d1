import type { Me } from '#/dashboard/contract.ts';
import type { Browser } from './browser.ts';
import type { DashboardFixture } from './dashboard-fixture.ts';

export const PASSWORD = 'nine lemons on a sill';

export type Person = { browser: Browser; email: string; name: string; userId: string; teamId: string };

export async function signUp(fixture: DashboardFixture, name: string): Promise<Person> {
  const browser = fixture.browse();
  const email = `${name}@example.org`;
  const answer = await browser.post('/auth/sign-up/email', { name, email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`signing up: ${answer.status} ${answer.text}`);
  const me = await getMe(browser);
  return { browser, email, name, userId: me.user.id, teamId: me.teams[0]?.id ?? '' };
}

export async function getMe(browser: Browser): Promise<Me> {
  const { status, body, text } = await browser.get('/api/me');
  if (status !== 200) throw new Error(`me: ${status} ${text}`);
  return body as Me;
}

export async function join(fixture: DashboardFixture, owner: Person, name: string, role: string): Promise<Person> {
  const person = await signUp(fixture, name);
  const invited = await owner.browser.post('/auth/organization/invite-member', {
    organizationId: owner.teamId,
    email: person.email,
    role,
  });
  if (invited.status !== 200) throw new Error(`inviting: ${invited.status} ${invited.text}`);
  const { id: invitationId } = invited.body as { id: string };
  const accepted = await person.browser.post('/auth/organization/accept-invitation', { invitationId });
  if (accepted.status !== 200) throw new Error(`accepting: ${accepted.status} ${accepted.text}`);
  return person;
}
