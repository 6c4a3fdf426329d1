import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { KnownDevices } from '#/auth/known-devices.ts';
import { GUESS_RULE, STRANGERS_GUESS_RULE } from '#/auth/limit-guesses.ts';
import { SIGN_IN_RATES } from '#/auth/open/auth-rates.ts';
import { countAttempt } from '#/db/attempts.ts';
import { limitMails, MAIL_RULES } from '#/mail/limit-mails.ts';
import type { MailKind } from '#/mail/mail.ts';
import type { Browser } from './browser.ts';
import { type DashboardFixture, ORIGIN, SESSION_SECRET, startDashboardFixture } from './dashboard-fixture.ts';
import { PASSWORD, signUp } from './people.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** Two processes on one database. */
let servers: DashboardFixture[];
beforeAll(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  servers = [
    await startDashboardFixture({ databaseUrl: database.url }),
    await startDashboardFixture({ databaseUrl: database.url }),
  ];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

const server = (index: number): DashboardFixture => servers[index % servers.length] as DashboardFixture;
const endWindows = () => server(0).db.attempt.updateMany({ data: { windowEndsAt: new Date(Date.now() - 1) } });

/** Through both processes in turn; returns the statuses. */
async function guess(count: number, attempt: (index: number) => { email: string; ipAddress: string }) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { email, ipAddress } = attempt(index);
      const body = { email, password: `wrong password ${index}` };
      return server(index).browse(ipAddress).post('/auth/sign-in/email', body);
    }),
  );
  return answers;
}
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;

test('a stranger who guesses locks out no one who comes from a known device, or a known network', async () => {
  const owner = await signUp(server(0), 'owner');
  const { email } = owner;
  const known = '198.51.100.200';
  const enter = (browser: Browser) => browser.post('/auth/sign-in/email', { email, password: PASSWORD });
  expect((await enter(server(0).browse(known))).status).toBe(200);
  const from = (count: number, ipAddress: string) => guess(count, () => ({ email, ipAddress }));
  const answers = await from(GUESS_RULE.max + 4, '192.0.2.1');
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([GUESS_RULE.max, 4]);
  // Neither strangers elsewhere nor the owner are slowed down.
  expect((await enter(server(1).browse('192.0.2.2'))).status).toBe(200);
  // The same network as the stranger's: the device is known.
  owner.browser.ipAddress = '192.0.2.1';
  await owner.browser.post('/auth/sign-out');
  expect((await enter(owner.browser)).status).toBe(200);
  // Another device: the network is known.
  expect((await enter(server(1).browse(known))).status).toBe(200);
  expect((await enter(server(1).browse('192.0.2.1'))).status).toBe(429);
});

test('guesses from many networks are slowed, all processes together, and known devices and networks enter meanwhile', async () => {
  await endWindows();
  const { email, browser } = await signUp(server(0), 'target');
  const answers = await guess(STRANGERS_GUESS_RULE.max + 6, (index) => ({ email, ipAddress: `192.0.2.${index + 1}` }));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([STRANGERS_GUESS_RULE.max, 6]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('devices that are not known'),
  });
  const wait = Number(refused?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(STRANGERS_GUESS_RULE.window);
  const enter = (from: Browser) => from.post('/auth/sign-in/email', { email, password: PASSWORD });
  expect((await enter(server(1).browse('192.0.2.99'))).status).toBe(429);
  await browser.post('/auth/sign-out');
  expect((await enter(browser)).status).toBe(200);
  expect((await enter(server(1).browse(browser.ipAddress))).status).toBe(200);
  // Entering from a known place gives strangers no further guesses.
  expect((await enter(server(1).browse('192.0.2.98'))).status).toBe(429);
  await endWindows();
  expect((await enter(server(1).browse('192.0.2.97'))).status).toBe(200);
});

test('an unused address is slowed in the same way', async () => {
  await endWindows();
  const answers = await guess(STRANGERS_GUESS_RULE.max + 2, (index) => ({
    email: 'stranger@example.org',
    ipAddress: `192.0.2.${index + 1}`,
  }));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([STRANGERS_GUESS_RULE.max, 2]);
});

test('one network has one count, however many addresses of IPv6 it has', async () => {
  await endWindows();
  const answers = await guess(GUESS_RULE.max + 3, (index) => ({
    email: 'stranger-6@example.org',
    ipAddress: `2001:db8:1:2:${index + 1}::1`,
  }));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([GUESS_RULE.max, 3]);
});

test('a device has a count of its own, which ends too, and a cookie of one person is worth nothing to another', async () => {
  await endWindows();
  const thief = await signUp(server(0), 'thief');
  const { email } = await signUp(server(0), 'victim');
  const [cookie] = [...thief.browser.cookies].filter(([name]) => name.includes('device'));
  const devices = new KnownDevices(SESSION_SECRET, ORIGIN);
  const now = new Date();
  const of = (whose: string, at = now) => devices.idOf([cookie?.join('=')].join(''), whose, at);
  expect([of(thief.email), of(email)]).toEqual([expect.any(String), undefined]);
  expect(of(thief.email, new Date(now.getTime() + 181 * 86_400_000))).toBeUndefined();
  const own = devices.cookieFor(email, now).split(';')[0] ?? '';
  expect(devices.idOf(own, email, now)).toEqual(expect.any(String));
  expect(new KnownDevices('another secret, long enough to be one', ORIGIN).idOf(own, email, now)).toBeUndefined();
  expect(devices.idOf(own.replace(/=.{4}/, '=AAAA'), email, now)).toBeUndefined();
  const guesses = Array.from({ length: GUESS_RULE.max + 3 }, (_, index) => {
    const browser = server(index).browse(`203.0.113.${index + 1}`);
    const [name = '', value = ''] = own.split('=');
    browser.cookies.set(name, value);
    return browser.post('/auth/sign-in/email', { email, password: `wrong password ${index}` });
  });
  const answers = await Promise.all(guesses);
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([GUESS_RULE.max, 3]);
});

test('guessing many passwords from one address is slowed; other addresses are not', async () => {
  await endWindows();
  const { sizeMax: max = 0 } = SIGN_IN_RATES.network;
  const browser = server(0).browse('192.0.2.200');
  const rows = () => server(0).db.attempt.count();
  const attempt = (index: number) =>
    browser.post('/auth/sign-in/email', { email: `person-${index}@example.org`, password: 'a wrong password' });
  const allowed = await Promise.all(Array.from({ length: max }, (_, index) => attempt(index)));
  expect(countOf(allowed, 401)).toBe(max);
  const before = await rows();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(max + index)));
  expect(countOf(answers, 429)).toBeGreaterThanOrEqual(18);
  // A refused guess writes no row.
  expect((await rows()) - before).toBeLessThanOrEqual(2 * countOf(answers, 401));
  expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
  const { email } = await signUp(server(1), 'bystander');
  const other = await server(0).browse('192.0.2.201').post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(other.status).toBe(200);
});

test('a success ends the count of failures before it', async () => {
  const { email } = await signUp(server(0), 'clumsy');
  const ipAddress = '203.0.113.200';
  const wrong = () => guess(GUESS_RULE.max - 1, () => ({ email, ipAddress }));
  const right = () => server(0).browse(ipAddress).post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(countOf(await wrong(), 401)).toBe(GUESS_RULE.max - 1);
  expect((await right()).status).toBe(200);
  await server(0).db.attempt.deleteMany({ where: { key: { startsWith: '203.0.113.' } } });
  expect(countOf(await wrong(), 401)).toBe(GUESS_RULE.max - 1);
  expect((await right()).status).toBe(200);
});

test('the holder of a session cannot guess its password without end', async () => {
  const { browser } = await signUp(server(0), 'stolen');
  const change = () =>
    browser.post('/auth/change-password', { currentPassword: 'a guess', newPassword: 'eight pears in a box' });
  const statuses: number[] = [];
  for (let index = 0; index <= GUESS_RULE.max; index++) statuses.push((await change()).status);
  expect(statuses).toEqual([...Array(GUESS_RULE.max).fill(400), 429]);
});

test('strangers who type in an address fill no mailbox, and keep its owner from nothing', async () => {
  const fixture = await startDashboardFixture({ delivers: true });
  const email = 'mailbox@example.org';
  const kinds = () => fixture.mails.map(({ kind }) => kind);
  const link = async (kind: MailKind) => {
    await waitFor(() => kinds().includes(kind), { what: kind });
    return new URL(/https:\S+/.exec(fixture.mails.findLast((mail) => mail.kind === kind)?.text ?? '')?.[0] ?? '');
  };
  const signUpBody = { name: 'eve', email, password: 'a password of a stranger' };
  const doors = [
    ['/auth/request-password-reset', { email }],
    ['/auth/sign-up/email', signUpBody],
    ['/auth/send-verification-email', { email }],
  ] as const;
  /** Each stranger has a separate network. */
  const crowd = async (...[path, body]: readonly [string, object]) => {
    for (let count = 0; count < 8; count += 1) expect((await fixture.browse().post(path, body)).status).toBe(200);
  };

  await crowd(...doors[0]);
  // Without an account no mail is sent, and none counts.
  expect([kinds(), await fixture.db.attempt.count()]).toEqual([[], 0]);
  expect((await fixture.browse().post('/auth/sign-up/email', { ...signUpBody, password: PASSWORD })).status).toBe(200);
  await link('verification');
  for (const [path, body] of doors) await crowd(path, body);

  const owner = fixture.browse();
  expect((await owner.post('/auth/request-password-reset', { email })).status).toBe(200);
  const token = (await link('password-reset')).searchParams.get('token');
  expect((await owner.post('/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
  const entering = { email, password: PASSWORD };
  expect((await fixture.browse().post('/auth/sign-in/email', entering)).status).toBe(200);
  await fixture.stop();
  expect(kinds().sort()).toEqual([
    ...['password-reset', 'password-reset', 'signed-up-already', 'signed-up-already', 'signed-up-already'],
    ...['verification', 'verification'],
  ]);
});

test('invitations of many teams do not fill one mailbox, each is kept, and those who may not invite use up nothing', async () => {
  const fixture = await startDashboardFixture();
  const people = [];
  for (const name of ['ina', 'ivo', 'ida']) people.push(await signUp(fixture, name));
  const invite = (by: Browser, organizationId: string) =>
    by.post('/auth/organization/invite-member', { organizationId, email: 'invited@example.org', role: 'member' });
  const [ina, ivo] = people;
  const foreign = await Promise.all(
    Array.from({ length: 8 }, () => invite(ina?.browser as Browser, ivo?.teamId ?? '')),
  );
  expect(countOf(foreign, 404)).toBe(8);
  for (let round = 0; round < 3; round += 1)
    for (const { browser, teamId } of people) {
      const { status, body } = await invite(browser, teamId);
      expect(status).toBe(200);
      // Otherwise an invitation that is open already is refused.
      const { id: invitationId } = body as { id?: string };
      if (round < 2) await browser.post('/auth/organization/cancel-invitation', { invitationId });
    }
  expect(await fixture.db.invitation.count({ where: { status: 'pending' } })).toBe(people.length);
  await fixture.stop();
  expect(fixture.mails.map(({ to }) => to)).toEqual(Array(5).fill('invited@example.org'));
});

test('a mailbox gets this many mails of a kind; each kind and each mailbox has its own count', async () => {
  const sent: string[] = [];
  const send = async ({ kind, to }: { kind: MailKind; to: string }) => void sent.push(`${kind} ${to}`);
  const mailer = { delivers: true, send, close: async () => {} };
  const limited = limitMails(mailer, server(0).db, createLogger('test', 'silent'));
  const mail = (kind: MailKind, to = 'full@example.org') => limited.send({ kind, to, subject: 'a mail', text: '' });
  for (const [kind, rules] of Object.entries(MAIL_RULES) as [MailKind, typeof MAIL_RULES.invitation][]) {
    const max = Math.min(...rules.map((rule) => rule.max));
    for (let count = 0; count < max + 2; count += 1)
      await mail(kind, count % 2 === 0 ? 'full@example.org' : 'Full@example.org');
    expect(sent).toHaveLength(max);
    await mail(kind, 'other@example.org');
    expect(sent.at(-1)).toBe(`${kind} other@example.org`);
    sent.length = 0;
  }
  await endWindows();
  await mail('invitation');
  expect(sent).toEqual(['invitation full@example.org']);
});

test('signing up with the address of somebody else makes no device known', async () => {
  const delivering = await startDashboardFixture({ delivers: true });
  const browser = delivering.browse();
  const body = { name: 'eve', email: 'ann@example.org', password: PASSWORD };
  const answers = [await browser.post('/auth/sign-up/email', body), await browser.post('/auth/sign-up/email', body)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([...browser.cookies.keys()]).toEqual([]);
  expect(await delivering.db.knownNetwork.count()).toBe(0);
  await delivering.stop();
});

test('attempts that come at once are all counted', async () => {
  const rule = { window: 60, max: 7 };
  const counted = await Promise.all(
    Array.from({ length: 50 }, (_, index) => countAttempt(server(index).db, 'race', rule)),
  );
  const allowed = counted.filter(({ count }) => count <= rule.max);
  expect(allowed.map(({ count }) => count).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const { secondsLeft } of counted) expect(secondsLeft).toBeGreaterThan(0);
});
