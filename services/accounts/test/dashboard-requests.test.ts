import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { type DashboardFixture, ORIGIN, SECRET, startDashboardFixture } from './dashboard-fixture.ts';
import { PASSWORD, type Person, signUp } from './people.ts';

let fixture: DashboardFixture;
let ann: Person;
beforeAll(async () => {
  const pageFolder = await temporaryFolder();
  await mkdir(join(pageFolder, 'assets'));
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>The page</title>');
  await writeFile(join(pageFolder, 'assets', 'app-a1b2c3.js'), 'let a;');
  await writeFile(join(pageFolder, 'favicon.svg'), '<svg/>');
  fixture = await startDashboardFixture({ pageFolder });
  ann = await signUp(fixture, 'ann');
});
afterAll(() => fixture.stop());

const keys = () => `/api/teams/${ann.teamId}/keys`;
const newKey = { environment: 'live', name: 'a key' };
const countKeys = () => fixture.db.apiKey.count();

test.each(['/', '/api/me', '/auth/get-session', '/assets/app-a1b2c3.js'])(
  'without the internal secret no request gets %s, whatever else it claims',
  async (path) => {
    for (const secret of [undefined, '', 'a guess of the secret', `${SECRET}x`]) {
      const headers = {
        ...(secret !== undefined && { 'x-ledgergraph-internal': secret }),
        cookie: [...ann.browser.cookies].map((pair) => pair.join('=')).join('; '),
        'x-ledgergraph-environment': 'MAINNET',
        'x-ledgergraph-user': ann.userId,
      };
      expect((await fetch(`${fixture.url}/dashboard${path}`, { headers })).status).toBe(401);
    }
  },
);

test('the page learns, before anyone is signed in, that no mails are sent', async () => {
  expect((await fixture.browse().get('/api/mails')).body).toEqual({ areSent: false });
});

describe.each([
  ['/auth/sign-out', () => ({})],
  ['/auth/organization/update', () => ({ organizationId: ann.teamId, data: { name: 'taken' } })],
  ['/api', () => newKey],
])('POST %s from elsewhere', (path, body) => {
  const target = () => (path === '/api' ? keys() : path);
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a look-alike', { origin: `${ORIGIN}.evil.example` }],
    ['the same host without TLS', { origin: 'http://api.example.org' }],
    ['another port', { origin: `${ORIGIN}:8443` }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nowhere', { origin: null }],
    ['a page that only sends where it was', { origin: null, referer: `${ORIGIN}/dashboard/` }],
  ])('%s changes nothing', async (_who, headers) => {
    const before = await countKeys();
    expect((await ann.browser.ask(target(), { body: body(), headers })).status).toBe(403);
    expect(await countKeys()).toBe(before);
    expect((await ann.browser.get('/api/me')).text).toContain('ann’s team');
  });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'a form cannot send what the API takes: %j',
  async (type) => {
    const sent = { body: JSON.stringify(newKey), headers: { 'content-type': type === '' ? null : type } };
    expect((await ann.browser.ask(keys(), sent)).status).toBe(400);
    const signIn = { ...sent, body: JSON.stringify({ email: ann.email, password: PASSWORD }) };
    expect((await fixture.browse().ask('/auth/sign-in/email', signIn)).status).toBe(400);
  },
);

test('a call without a body is answered, whether or not it names a type', async () => {
  for (const type of [null, 'application/json']) {
    const sent = { headers: { 'content-type': type } };
    const revoked = await ann.browser.ask(`${keys()}/none/revoke`, { method: 'POST', ...sent });
    expect(revoked.status).toBe(404);
    const deleted = await ann.browser.ask(`/api/teams/${ann.teamId}/webhooks/none`, { method: 'DELETE', ...sent });
    expect(deleted.status).toBe(404);
  }
});

test('a body over 16 kB is refused, one below is read', async () => {
  const name = 'n'.repeat(17_000);
  for (const [path, browser] of [
    [keys(), ann.browser],
    ['/auth/sign-up/email', fixture.browse()],
  ] as const) {
    const { status, text } = await browser.post(path, { ...newKey, name, email: 'x@example.org', password: PASSWORD });
    expect([status, text]).toEqual([413, expect.stringContaining('"TOO_LARGE"')]);
  }
  expect((await ann.browser.post(keys(), { ...newKey, name: 'n'.repeat(15_000) })).status).toBe(400);
});

test.each([
  ['not JSON', '{"environment":', {}],
  ['not an object', [], {}],
  ['a prototype', '{"environment":"live","name":"a","__proto__":{"admin":true}}', {}],
  ['an unknown member', { ...newKey, teamId: 'other' }, {}],
  ['no name', { environment: 'live' }, { name: expect.any(String) }],
  ['a blank name', { ...newKey, name: '  ' }, { name: 'Give the key a name' }],
  ['a text that is no network', { ...newKey, allowedNetworks: ['300.1.1.1'] }, { allowedNetworks: expect.any(String) }],
  [
    'a text that is no origin',
    { ...newKey, allowedOrigins: ['https://a.example/x'] },
    { allowedOrigins: expect.any(String) },
  ],
  ['any origin', { ...newKey, allowedOrigins: ['*'] }, { allowedOrigins: expect.any(String) }],
  [
    'an expiry that is over',
    { ...newKey, expiresAt: '2001-01-01T00:00:00Z' },
    { expiresAt: 'The expiry must be in the future' },
  ],
])('a new key with %s is refused, and the page gets the places', async (_what, body, fields) => {
  const before = await countKeys();
  const answer = await ann.browser.ask(keys(), { body });
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { error: { code: 'INVALID_INPUT', message: expect.any(String) } },
  ]);
  expect((answer.body as { error: { fields?: object } }).error.fields ?? {}).toEqual(fields);
  expect(await countKeys()).toBe(before);
});

test.each([
  '?from=2030-01-01',
  '?from=2030-01-02&to=2030-01-01',
  '?from=2028-01-01&to=2030-01-01',
  '?from=yesterday&to=today',
  '?from=2030-02-30&to=2030-03-01',
])('usage of what is no day: %s', async (query) => {
  expect((await ann.browser.get(`/api/teams/${ann.teamId}/usage${query}`)).status).toBe(400);
});

test('a cursor that is not ours', async () => {
  expect((await ann.browser.get(`/api/teams/${ann.teamId}/audit?cursor=xyz`)).status).toBe(400);
});

test.each([
  ['GET', '/api/nothing'],
  ['DELETE', '/api/me'],
  ['GET', '/auth/'],
  ['GET', '/auth/ok'],
  ['GET', '/auth/error'],
  ['POST', '/auth/sign-in/social'],
  ['POST', '/auth/delete-user'],
  ['POST', '/auth/change-email'],
  ['POST', '/auth/organization/add-member'],
  ['POST', '/auth/organization/check-slug'],
  ['POST', '/auth/verify-password'],
  ['POST', '/auth/__proto__'],
  ['GET', '/auth/sign-in/email'],
  ['GET', '/auth/..%2f..%2fgraphql'],
])('%s %s does not exist', async (method, path) => {
  const body = method === 'GET' ? undefined : {};
  expect((await ann.browser.ask(path, { method, ...(body && { body }) })).status).toBe(404);
});

test('extra members in a sign-up give no rights', async () => {
  const browser = fixture.browse();
  const extra = { emailVerified: true, id: ann.userId, image: 'https://evil.example/x.png', role: 'admin' };
  const body = { name: 'eve', email: 'eve@example.org', password: PASSWORD, ...extra };
  expect((await browser.post('/auth/sign-up/email', body)).status).toBe(200);
  const user = await fixture.db.user.findUniqueOrThrow({ where: { email: 'eve@example.org' } });
  expect(user).toMatchObject({ emailVerified: false, image: null });
  expect(user.id).not.toBe(ann.userId);
});

describe('the page', () => {
  test.each(['/', '/keys', '/teams/x/usage'])('%s is the page, requested again each time', async (path) => {
    const { status, text, headers } = await fixture.browse().get(path);
    expect([status, text]).toEqual([200, expect.stringContaining('The page')]);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('files with a hash in their name are kept for good, others are not', async () => {
    const cacheOf = async (path: string) => (await fixture.browse().get(path)).headers.get('cache-control');
    expect(await cacheOf('/assets/app-a1b2c3.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/favicon.svg')).toBe('no-cache');
  });

  test.each([
    '/assets/none.js',
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cx.js',
  ])('%s is not there', async (path) => {
    const { status, text } = await fixture.browse().get(path);
    expect([401, 404]).toContain(status);
    expect(text).not.toContain('dependencies');
  });

  test('security headers keep everything foreign out', async () => {
    for (const path of ['/', '/api/me', '/auth/get-session', '/nothing.js']) {
      const { headers } = await ann.browser.get(path);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).not.toContain('unsafe-eval');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    for (const path of ['/api/me', '/auth/get-session'])
      expect((await ann.browser.get(path)).headers.get('cache-control')).toBe('no-store');
  });

  test('one that was not built answers how to build it', async () => {
    const bare = await startDashboardFixture({ pageFolder: join(tmpdir(), 'no such page') });
    try {
      expect(await bare.browse().get('/')).toMatchObject({
        status: 503,
        text: expect.stringContaining('npm run codegen'),
      });
    } finally {
      await bare.stop();
    }
  });
});

test('a database that is away is reported, without internals', async () => {
  const other = await startDashboardFixture();
  try {
    const person = await signUp(other, 'away');
    await other.dropDatabase();
    const body = { email: person.email, password: PASSWORD };
    const answers = [
      await person.browser.get('/api/me'),
      await person.browser.get(`/api/teams/${person.teamId}/keys`),
      await person.browser.post('/auth/sign-in/email', body),
    ];
    for (const { status, text } of answers) {
      expect([500, 503]).toContain(status);
      expect(text).toMatch(/"(UNAVAILABLE|INTERNAL_ERROR)"/);
      expect(text).not.toMatch(/prisma|postgres|database|select|127\.0\.0\.1|account_user/i);
    }
  } finally {
    await other.stop();
  }
});
