import { OPEN_ROUTES } from '#/auth/open/open-routes.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { PASSWORD, type Person, signUp } from './people.ts';

const BAD = ['a\0', 'a\ud800'];

let fixture: DashboardFixture;
let ann: Person;
beforeAll(async () => {
  fixture = await startDashboardFixture();
  ann = await signUp(fixture, 'ann');
});
afterAll(() => fixture.stop());

function listRoutes(): { method: string; path: string }[] {
  const auth = Object.entries(OPEN_ROUTES).map(([path, { method }]) => ({ method, path: `/auth${path}` }));
  const own = fixture.routes
    .filter(
      ({ method, path }) =>
        !path.includes('*') && !['HEAD', 'OPTIONS'].includes(method) && path.startsWith('/dashboard/'),
    )
    .map(({ method, path }) => ({ method, path: path.slice('/dashboard'.length) }));
  return [...auth, ...own];
}

test('the list of routes has those with forms', () => {
  const paths = listRoutes().map(({ method, path }) => `${method} ${path}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      'POST /auth/sign-up/email',
      'POST /auth/organization/update',
      'POST /api/teams/:team/keys',
      'PATCH /api/teams/:team/keys/:key',
      'POST /api/teams/:team/webhooks',
      'PATCH /api/teams/:team/webhooks/:webhook',
    ]),
  );
});

test('a text that cannot be stored is refused in the body and the query of every route, and in no path there is such an id', async () => {
  const answered: object[] = [];
  const wanted: object[] = [];
  const ask = async (method: string, at: string, url: string, body: unknown, code = '400 INVALID_INPUT') => {
    const { status, text } = await ann.browser.ask(url, { method, ...(method !== 'GET' && { body }) });
    answered.push({ route: `${method} ${at}`, code: `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}` });
    wanted.push({ route: `${method} ${at}`, code });
  };
  for (const { method, path } of listRoutes()) {
    const plain = path.replace(':team', ann.teamId).replaceAll(/:\w+/g, 'x');
    await ask(method, `${path} query`, `${plain}?any=a%00`, {});
    for (const [part] of path.matchAll(/:\w+/g)) {
      const url = path.replace(part, 'a%00').replace(':team', ann.teamId).replaceAll(/:\w+/g, 'x');
      await ask(method, `${path} ${part}`, url, {}, '404 NOT_FOUND');
    }
    if (method === 'GET') continue;
    for (const bad of BAD) await ask(method, `${path} body`, plain, { any: [{ deep: bad }] });
    await ask(method, `${path} name`, plain, { any: { '\0': 1 } });
  }
  expect(answered).toEqual(wanted);
});

test('a refusal names the member, for a person who is signed in and for one who is not', async () => {
  for (const bad of BAD) {
    const name = await ann.browser.post(`/api/teams/${ann.teamId}/keys`, { environment: 'live', name: bad });
    expect(name).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_INPUT', fields: { name: expect.any(String) } } },
    });
    const person = { name: 'bob', email: 'bob@example.org', password: PASSWORD };
    for (const member of ['name', 'email', 'password']) {
      const answer = await fixture
        .browse()
        .post('/auth/sign-up/email', { ...person, [member]: `${bad}${person.email}` });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', fields: { [member]: expect.any(String) } },
      });
    }
  }
  expect(await fixture.db.user.count()).toBe(1);
  expect(await fixture.db.apiKey.count()).toBe(0);
});

test('it is found at any depth of a body', async () => {
  const settings = { environment: 'test', eventType: 'address.sent', operation: '', variables: { addresses: ['\0'] } };
  const answer = await ann.browser.post(`/api/teams/${ann.teamId}/webhook-preview`, settings);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
});

test('a cookie with a NUL in it is without an owner', async () => {
  const stranger = fixture.browse();
  for (const [name] of ann.browser.cookies) stranger.cookies.set(name, '%00.%00');
  const { status } = await stranger.get('/api/me');
  expect(status).toBe(401);
});
