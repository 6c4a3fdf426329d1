import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BROWSER_FLAGS, findBrowser } from '@ledgergraph/test-kit/browser';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PortalStand } from './portal-stand.ts';

const CHROMIUM = findBrowser();
const TEAM = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
const SIGNED_IN = { path: '/dashboard', name: 'session', value: 'ann', httpOnly: true };

const stand = new PortalStand();
let browser: Browser | undefined;
const asked: string[] = [];
const shown: string[] = [];
let isSignedIn = true;
let expiresAt = '2999-01-01T00:00:00.000Z';
let replaced: string | undefined;

const accounts = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url = '', headers } = request;
  const body = Buffer.concat(chunks).toString();
  asked.push(`${method} ${url}${body && ` ${body}`}`);
  const reply = (status: number, answer: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  if (!isSignedIn || headers.cookie !== 'session=ann') return reply(401, { error: { code: 'SIGNED_OUT' } });
  if (url === '/dashboard/api/me')
    return reply(200, {
      teams: [
        { id: 'another', name: 'Other', slug: 'other' },
        { id: TEAM, name: '<b>Acme</b>', slug: 'acme' },
      ],
    });
  if (method !== 'POST' || headers.origin !== stand.url || headers['content-type'] !== 'application/json')
    return reply(403, { error: { code: 'FORBIDDEN' } });
  const { environment } = JSON.parse(body) as { environment: string };
  if (replaced !== undefined) {
    const value = replaced;
    replaced = undefined;
    return reply(200, { value, expiresAt });
  }
  return reply(200, { value: environment === 'live' ? stand.liveKey : stand.testKey, expiresAt });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => accounts.listen(0, '127.0.0.1', resolve));
  stand.accountsUrl = `http://127.0.0.1:${(accounts.address() as AddressInfo).port}`;
  await stand.start();
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
  if (CHROMIUM !== undefined) browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
});
beforeEach(() => {
  asked.length = 0;
  shown.length = 0;
  isSignedIn = true;
  expiresAt = '2999-01-01T00:00:00.000Z';
});
afterAll(async () => {
  await browser?.close();
  await stand.stop();
  accounts.closeAllConnections();
  accounts.close();
});

async function open({ typed }: { typed?: string } = {}): Promise<Page> {
  if (browser === undefined) throw new Error('No Chromium found. Install it: apt-get install chromium');
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 } });
  await context.addCookies([{ ...SIGNED_IN, domain: '127.0.0.1' }]);
  await context.addInitScript(`localStorage.setItem('ledgergraph-team', 'acme')`);
  if (typed !== undefined)
    await context.addInitScript(`sessionStorage.setItem('ledgergraph-api-key', ${JSON.stringify(typed)})`);
  const page = await context.newPage();
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) shown.push(authorization.replace('Bearer ', ''));
  });
  await page.goto(`${stand.url}/graphql`);
  await page.locator('.graphiql-execute-button').waitFor();
  return page;
}

async function run(page: Page): Promise<void> {
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('"networks"').waitFor();
}

test('a person who is signed in runs a query without pasting a key, of test networks or of live ones', async () => {
  const page = await open();
  await page.getByText('or as a member of <b>Acme</b>').waitFor();
  expect(await page.locator('#key-note').textContent()).toBe('');
  await run(page);
  const answered = page.waitForResponse(`${stand.url}/graphql`);
  await page.getByLabel('Environment').selectOption('live');
  await page.locator('.graphiql-execute-button').click();
  await answered;
  expect(shown).toEqual([stand.testKey, stand.liveKey]);
  expect(asked).toEqual([
    'GET /dashboard/api/me',
    `POST /dashboard/api/teams/${TEAM}/session-key {"environment":"test"}`,
    `POST /dashboard/api/teams/${TEAM}/session-key {"environment":"live"}`,
  ]);
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])');
  for (const key of [stand.testKey, stand.liveKey]) expect(kept).not.toContain(key);
  await page.reload();
  await page.getByText('or as a member of').waitFor();
  expect(await page.getByLabel('Environment').inputValue()).toBe('live');
});

test('a key that was typed counts more than the session, which is not asked', async () => {
  const page = await open({ typed: stand.liveKey });
  await run(page);
  expect([shown.at(-1), asked]).toEqual([stand.liveKey, []]);
  expect(await page.getByLabel('Environment').isVisible()).toBe(false);
});

test('somebody who has signed out is asked for a key, as if there never was a session', async () => {
  isSignedIn = false;
  const page = await open();
  await page.getByText('Paste an API key to begin').waitFor();
  expect(await page.getByLabel('Environment').isVisible()).toBe(false);
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('or sign in to the dashboard').waitFor();
  expect([asked, shown]).toEqual([['GET /dashboard/api/me'], []]);
});

test('a key that has ended is asked for once more, and signing out meanwhile ends it', async () => {
  expiresAt = new Date(Date.now() - 1).toISOString();
  const page = await open();
  await run(page);
  expect(asked).toHaveLength(2);
  isSignedIn = false;
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('or sign in to the dashboard').waitFor();
  expect(asked).toHaveLength(3);
  expect(shown).toEqual([stand.testKey]);
});

test('a key that another session of the person has replaced is asked for again, and the query is run', async () => {
  replaced = `${stand.testKey.slice(0, -1)}${stand.testKey.endsWith('0') ? '1' : '0'}`;
  const page = await open();
  await run(page);
  expect(shown.at(-1)).toBe(stand.testKey);
  expect(shown).toHaveLength(2);
  expect(await page.locator('#key-note').textContent()).toBe('');
});
