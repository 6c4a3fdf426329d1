import { TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { portalForFile } from './portal-stand.ts';

const stand = portalForFile();

test('/ leads to the page of the endpoint', async () => {
  const { status, headers } = await stand.fetch('/');
  expect([status, headers.get('location')]).toEqual([302, '/graphql']);
});

test('no page and no file lets a page of another origin in', async () => {
  for (const path of [
    '/dashboard',
    '/dashboard/api/me',
    '/graphiql/x/y',
    '/docs',
    '/schema.graphql',
    '/postman.json',
    '/nothing',
    '/',
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await stand.fetch(path, { method, headers });
      const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([path, method, names]).toEqual([path, method, []]);
    }
  }
});

test('where nothing is, a browser gets a page with ways on, and a program JSON, also at the API', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  for (const path of ['/nothing-here', '/docs/nothing-here', '/graphiql/0/x.js']) {
    const page = await stand.fetch(path, { headers: browser });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(page.text).toContain('<a href="/docs">');
    const { status, body } = await stand.fetch(path);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([404, 'NOT_FOUND']);
  }
  const headers = { ...browser, authorization: `Bearer ${stand.testKey}` };
  const unknownList = await stand.fetch(`/export/nothing-here?chain=${TEST_CHAIN}`, { headers });
  expect(unknownList.headers.get('content-type')).toMatch(/json/);
});
