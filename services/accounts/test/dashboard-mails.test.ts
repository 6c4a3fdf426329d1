import { createLogger } from '@ledgergraph/service-kit/logger';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { createSmtpMailer } from '#/mail/create-smtp-mailer.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { getMe, PASSWORD } from './people.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

/** A real SMTP server stands between us and the mailbox. */
let fixture: DashboardFixture;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const logger = createLogger('test', 'silent');
  const mailer = createSmtpMailer({ url: smtp.url, from: 'no-reply@example.org' }, logger);
  fixture = await startDashboardFixture({ mailer });
});
afterAll(async () => {
  await fixture.stop();
  await smtp.stop();
});

const signUp = (name: string, browser = fixture.browse()) =>
  browser.post('/auth/sign-up/email', { name, email: `${name}@example.org`, password: PASSWORD });

async function nextMail(email: string, after = 0): Promise<string> {
  const mail = await waitFor(() => smtp.mails.filter(({ to }) => to.includes(email))[after], {
    what: `mail to ${email}`,
  });
  return mail.data.replace(/=\n/g, '').replace(/=3D/g, '=');
}
const linkIn = (text: string) => /https:\S+/.exec(text)?.[0] ?? '';
const pathOf = (link: string) => link.replace('https://api.example.org/dashboard', '');

test('the page learns, before anyone is signed in, that mails are sent', async () => {
  expect((await fixture.browse().get('/api/mails')).body).toEqual({ areSent: true });
});

test('an address is believed when its mailbox has answered', async () => {
  const browser = fixture.browse();
  const answer = await signUp('ann', browser);
  expect([answer.status, (answer.body as { token: unknown }).token]).toEqual([200, null]);
  expect(browser.cookies.size).toBe(0);
  const early = await browser.post('/auth/sign-in/email', { email: 'ann@example.org', password: PASSWORD });
  expect([early.status, (early.body as { code: string }).code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
  expect(await fixture.db.team.count()).toBe(0);

  const confirmed = await browser.get(pathOf(linkIn(await nextMail('ann@example.org'))));
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([302, '/dashboard/']);
  expect(await getMe(browser)).toMatchObject({ user: { email: 'ann@example.org' }, teams: [{ role: 'owner' }] });
});

test('signing up with a known address looks the same, and only its owner is notified', async () => {
  const browser = fixture.browse();
  await signUp('bea', browser);
  await browser.get(pathOf(linkIn(await nextMail('bea@example.org'))));
  const [known, fresh] = [await signUp('bea'), await signUp('new')];
  const shape = ({ status, body }: { status: number; body: unknown }) => {
    const { user, ...rest } = body as { user: Record<string, unknown> };
    return {
      status,
      rest,
      members: Object.keys(user).sort(),
      idLength: String(user.id).length,
      idVersion: String(user.id)[14],
    };
  };
  expect(shape(known)).toEqual(shape(fresh));
  expect(known.headers.getSetCookie()).toEqual(fresh.headers.getSetCookie());
  expect(await nextMail('bea@example.org', 1)).toContain('You have an account already');
  const answer = await browser.post('/auth/sign-in/email', { email: 'bea@example.org', password: PASSWORD });
  expect(answer.status).toBe(200);
});

test('a user who set a password by mail needs no second mail', async () => {
  await fixture.db.user.create({ data: { email: 'made@example.org', name: 'made' } });
  const browser = fixture.browse();
  await browser.post('/auth/request-password-reset', { email: 'made@example.org' });
  const token = new URL(linkIn(await nextMail('made@example.org'))).searchParams.get('token');
  expect((await browser.post('/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
  const answer = await browser.post('/auth/sign-in/email', { email: 'made@example.org', password: PASSWORD });
  expect(answer.status).toBe(200);
  expect((await getMe(browser)).teams).toHaveLength(1);
});

test('a mail server that does not answer delays no request, and the mail comes when it does', async () => {
  smtp.refusals.push('451 later');
  const answer = await signUp('slow');
  expect(answer.status).toBe(200);
  expect(await nextMail('slow@example.org')).toContain('Confirm');
});
