import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { getMe, PASSWORD, signUp } from './people.ts';

const NEW_PASSWORD = 'seven plums in a bowl';

let fixture: DashboardFixture;
beforeAll(async () => {
  fixture = await startDashboardFixture();
});
afterAll(() => fixture.stop());

function steal(from: { cookies: Map<string, string> }) {
  const thief = fixture.browse();
  for (const [name, value] of from.cookies) thief.cookies.set(name, value);
  return thief;
}

const signIn = (email: string, password: string, browser = fixture.browse()) =>
  browser.post('/auth/sign-in/email', { email, password }).then((answer) => ({ browser, answer }));

async function actionsOf(userId: string): Promise<string[]> {
  const entries = await fixture.db.auditEntry.findMany({ where: { actorId: userId }, orderBy: { at: 'asc' } });
  return entries.map(({ action }) => action);
}

test('a session is a cookie that no script reads, no other site sends, and only the dashboard gets', async () => {
  const browser = fixture.browse();
  const { headers } = await browser.post('/auth/sign-up/email', {
    name: 'cookie',
    email: 'cookie@example.org',
    password: PASSWORD,
  });
  const lines = headers.getSetCookie();
  expect(lines).toHaveLength(2);
  const [line = '', device = ''] = lines;
  expect(line).toMatch(/^__Secure-ledgergraph\.session_token=/);
  expect(line.toLowerCase()).toContain('max-age=604800');
  // The other cookie grants no access: it identifies the device when someone guesses the password.
  expect(device).toMatch(/^__Secure-ledgergraph\.device-[\w-]+=/);
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/dashboard'])
    for (const cookie of lines) expect(cookie.toLowerCase()).toContain(attribute.toLowerCase());
  expect(headers.get('cache-control')).toBe('no-store');
});

test('on one’s own machine without TLS, cookies and all names of the machine work', async () => {
  const local = await startDashboardFixture({ settings: { PUBLIC_URL: 'http://localhost:4000' } });
  try {
    const browser = local.browse();
    const body = { name: 'local', email: 'local@example.org', password: PASSWORD };
    const answer = await browser.ask('/auth/sign-up/email', { body, headers: { origin: 'http://127.0.0.1:4000' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^ledgergraph\.session_token=/);
    expect(answer.headers.getSetCookie()[0]).not.toMatch(/secure/i);
    expect((await getMe(browser)).teams).toHaveLength(1);
    const other = await browser.ask('/auth/sign-out', { body: {}, headers: { origin: 'http://localhost:4001' } });
    expect(other.status).toBe(403);
  } finally {
    await local.stop();
  }
});

test('a cookie that was changed is no session', async () => {
  const { browser } = await signUp(fixture, 'forged');
  const [[name, value] = ['', '']] = [...browser.cookies];
  const thief = fixture.browse();
  thief.cookies.set(
    name,
    value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
  );
  expect((await thief.get('/api/me')).status).toBe(401);
});

test('signing out ends the session, not only the cookie', async () => {
  const { browser, userId } = await signUp(fixture, 'out');
  const thief = steal(browser);
  expect((await thief.get('/api/me')).status).toBe(200);
  expect((await browser.post('/auth/sign-out')).status).toBe(200);
  expect([...browser.cookies.keys()].filter((name) => !name.includes('.device-'))).toEqual([]);
  for (const who of [browser, thief]) {
    const { status, body } = await who.get('/api/me');
    expect([status, body]).toEqual([401, { error: { code: 'SIGNED_OUT', message: 'Sign in first.' } }]);
  }
  expect(await actionsOf(userId)).toEqual(['user.create', 'user.sign-out']);
});

test('a stolen session ends with signing out everywhere, at every route', async () => {
  const { browser, email, teamId } = await signUp(fixture, 'everywhere');
  const { browser: second } = await signIn(email, PASSWORD);
  const thief = steal(second);
  expect((await thief.get('/api/me')).status).toBe(200);
  expect((await browser.post('/auth/revoke-sessions')).status).toBe(200);
  for (const who of [browser, second, thief]) {
    for (const path of ['/api/me', `/api/teams/${teamId}/keys`, `/api/teams/${teamId}/audit`])
      expect((await who.get(path)).status).toBe(401);
    expect((await who.post(`/api/teams/${teamId}/keys`, { environment: 'live', name: 'mine' })).status).toBe(401);
    expect((await who.get('/auth/get-session')).body).toBeNull();
    expect((await who.get('/auth/list-sessions')).status).toBe(401);
  }
});

test('one session can be ended, or all others', async () => {
  const { browser, email } = await signUp(fixture, 'several');
  const [{ browser: second }, { browser: third }] = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)];
  const sessions = (await browser.get('/auth/list-sessions')).body as { token: string }[];
  expect(sessions).toHaveLength(3);
  const token = decodeURIComponent([...second.cookies.values()][0] ?? '').split('.')[0];
  expect((await browser.post('/auth/revoke-session', { token })).status).toBe(200);
  const states = async () => [(await second.get('/api/me')).status, (await third.get('/api/me')).status];
  expect(await states()).toEqual([401, 200]);
  expect((await browser.post('/auth/revoke-other-sessions')).status).toBe(200);
  expect(await states()).toEqual([401, 401]);
  expect((await browser.get('/api/me')).status).toBe(200);
});

test('a new password ends all other sessions, whether or not the page asks for it', async () => {
  const { browser, email, userId } = await signUp(fixture, 'change');
  const { browser: other } = await signIn(email, PASSWORD);
  const before = steal(browser);
  const changed = await browser.post('/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
    revokeOtherSessions: false,
  });
  expect(changed.status).toBe(200);
  expect((await browser.get('/api/me')).status).toBe(200);
  for (const who of [other, before]) expect((await who.get('/api/me')).status).toBe(401);
  expect((await signIn(email, PASSWORD)).answer.status).toBe(401);
  expect((await signIn(email, NEW_PASSWORD)).answer.status).toBe(200);
  expect(await actionsOf(userId)).toContain('user.change-password');
});

test('the present password is asked for before a new one is set', async () => {
  const { browser, email } = await signUp(fixture, 'guess');
  const answer = await browser.post('/auth/change-password', {
    currentPassword: 'not this one',
    newPassword: NEW_PASSWORD,
  });
  expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'INVALID_PASSWORD']);
  expect((await signIn(email, PASSWORD)).answer.status).toBe(200);
});

test.each([
  ['short', 'PASSWORD_TOO_SHORT', 'nine lemo'],
  ['long', 'PASSWORD_TOO_LONG', 'nine lemons '.repeat(11)],
  ['obvious', 'INVALID_INPUT', 'password1234'],
  ['own name', 'INVALID_INPUT', 'weak-2weak-weak'],
])('a password that is too %s is refused', async (_name, code, password) => {
  const answer = await fixture
    .browse()
    .post('/auth/sign-up/email', { name: 'weak', email: 'weak@example.org', password });
  expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, code]);
  expect(await fixture.db.user.count({ where: { email: 'weak@example.org' } })).toBe(0);
});

test('spellings of an address are one person', async () => {
  await signUp(fixture, 'case');
  expect((await signIn('CASE@Example.ORG', PASSWORD)).answer.status).toBe(200);
  const again = await fixture.browse().post('/auth/sign-up/email', {
    name: 'case',
    email: 'Case@example.org',
    password: PASSWORD,
  });
  expect(again.status).toBe(422);
});

describe('a forgotten password', () => {
  async function askForLink(email: string): Promise<string | undefined> {
    const count = fixture.mails.length;
    const answer = await fixture
      .browse()
      .post('/auth/request-password-reset', { email, redirectTo: 'https://evil.example' });
    expect(answer.status).toBe(200);
    const mail = await waitFor(() => fixture.mails.slice(count).find(({ to }) => to === email), { what: 'the mail' });
    return /https:\S+/.exec(mail.text)?.[0];
  }
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    fixture.browse().post('/auth/reset-password', { token, newPassword });
  const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? '';

  test('is replaced by a link that works once, ends every session, and leads to us whatever was asked', async () => {
    const { browser, email, userId } = await signUp(fixture, 'forgot');
    const link = await askForLink(email);
    expect(link).toMatch(/^https:\/\/api\.example\.org\/dashboard\/reset-password\?token=\w+$/);
    const token = tokenOf(link);
    expect((await reset(token)).status).toBe(200);
    expect((await browser.get('/api/me')).status).toBe(401);
    expect((await signIn(email, PASSWORD)).answer.status).toBe(401);
    const again = await reset(token, 'four figs on a plate');
    expect([again.status, (again.body as { code: string }).code]).toEqual([400, 'INVALID_TOKEN']);
    expect((await signIn(email, NEW_PASSWORD)).answer.status).toBe(200);
    expect(await actionsOf(userId)).toContain('user.reset-password');
    expect(await fixture.db.user.findUnique({ where: { id: userId } })).toMatchObject({ emailVerified: true });
  });

  test('two at once with one link: one sets the password', async () => {
    const { email } = await signUp(fixture, 'race');
    const token = tokenOf(await askForLink(email));
    const passwords = ['first of two words', 'other of two words'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(email, winner)).answer.status).toBe(200);
  });

  test('the link ends with its hour', async () => {
    const { email } = await signUp(fixture, 'late');
    const token = tokenOf(await askForLink(email));
    const { expiresAt } = await fixture.db.verification.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    const minutes = (expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60);
    await fixture.db.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await reset(token)).status).toBe(400);
    expect((await signIn(email, PASSWORD)).answer.status).toBe(200);
  });

  test('the table does not hold what the link holds', async () => {
    const { email } = await signUp(fixture, 'hashed');
    const token = tokenOf(await askForLink(email));
    const rows = await fixture.db.verification.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('an unused address gets the same answer and no mail', async () => {
    const { email } = await signUp(fixture, 'known');
    const ask = (address: string) => fixture.browse().post('/auth/request-password-reset', { email: address });
    const count = fixture.mails.length;
    const [unknown, known] = [await ask('stranger@example.org'), await ask(email)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await waitFor(() => fixture.mails.length > count, { what: 'the mail' });
    expect(fixture.mails.slice(count).map(({ to }) => to)).toEqual([email]);
  });
});

test('a password attempt does not show whether an address has an account', async () => {
  const { email } = await signUp(fixture, 'there');
  const [known, unknown] = [
    await signIn(email, 'not the password'),
    await signIn('not-there@example.org', 'not the password'),
  ];
  expect([unknown.answer.status, unknown.answer.text]).toEqual([known.answer.status, known.answer.text]);
  expect(known.answer.status).toBe(401);
});

test('the record lists sign-ins, from where, and those that failed', async () => {
  const { email, userId } = await signUp(fixture, 'recorded');
  await signIn(email, 'not the password', fixture.browse('203.0.113.7'));
  await signIn(email, PASSWORD, fixture.browse('203.0.113.8'));
  const where = { actorId: userId, action: { startsWith: 'user.sign-in' } };
  const entries = await waitFor(
    async () => {
      const found = await fixture.db.auditEntry.findMany({ where });
      return found.length === 2 && found;
    },
    { what: 'two entries' },
  );
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'user.sign-in-failed',
        ipAddress: '203.0.113.7',
        actorName: email,
        teamId: null,
      }),
      expect.objectContaining({ action: 'user.sign-in', ipAddress: '203.0.113.8', details: { method: 'password' } }),
    ]),
  );
  expect(JSON.stringify(entries)).not.toContain('not the password');
});
