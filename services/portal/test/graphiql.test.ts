import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { FakeChain } from '@ledgergraph/gateway/test/streams/fake-chain';
import { BROWSER_FLAGS, findBrowser } from '@ledgergraph/test-kit/browser';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Response } from 'playwright-core';
import { exampleQueries } from '#/graphiql/example-queries.ts';
import { PortalStand } from './portal-stand.ts';

// `npm test` installs Debian's chromium where it may.
const CHROMIUM = findBrowser();

const stand = new PortalStand();
let browser: Browser | undefined;

beforeAll(async () => {
  await stand.start();
  if (CHROMIUM !== undefined) browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
});
afterAll(async () => {
  await browser?.close();
  await stand.stop();
});

function answerNetworks(): void {
  const nativeCurrency = { chainId: TEST_CHAIN, currencyId: TEST_CHAIN, at: null };
  const syncState = {
    status: 'LIVE',
    lastBlockHeight: 100,
    lastBlockTime: '2026-11-20T08:40:00Z',
    blocksBehind: 0,
    finalizedHeight: 0,
  };
  stand.subgraphs.blocks.resolvers = {
    Query: {
      networks: () => [{ name: 'VRSCTEST', chainId: TEST_CHAIN, environment: 'TESTNET', nativeCurrency, syncState }],
    },
  };
  stand.subgraphs.currencies.resolvers = { Currency: { __resolveReference: () => ({ name: 'VRSCTEST' }) } };
}

async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; asked: string[]; problems: string[] }> {
  if (browser === undefined) throw new Error('No Chromium found. Install it: apt-get install chromium');
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`${stand.url}/`);
  return { page, asked, problems };
}

async function shoot(page: Page, name: string): Promise<void> {
  const shots = process.env.SCREENSHOT_DIR ?? join(tmpdir(), 'ledgergraph-screenshots');
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

const isEventStream = (response: Response): boolean =>
  response.headers()['content-type']?.startsWith('text/event-stream') === true;

/** Right after the click the page still shows the old key. */
async function useKey(page: Page, key: string): Promise<void> {
  await page.locator('#key').fill(key);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Use key' }).click()]);
  await page.locator('.graphiql-execute-button').waitFor();
}

test('the HTML itself names no other place', async () => {
  const { status, headers, text } = await stand.fetch('/graphql', {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1]?.replace(/^data:.*/, 'data:'))).toEqual([
    'data:',
    expect.stringMatching(/^\/graphiql\/\w+\/graphiql.css$/),
    expect.stringMatching(/^\/graphiql\/\w+\/page.css$/),
    '/docs',
    '/dashboard',
    expect.stringMatching(/^\/graphiql\/\w+\/graphiql.js$/),
    expect.stringMatching(/^\/graphiql\/\w+\/session-key.js$/),
    expect.stringMatching(/^\/graphiql\/\w+\/start.js$/),
  ]);
});

test('assets come compressed or not, and may be kept for ever', async () => {
  const { text } = await stand.fetch('/graphql', { headers: { accept: 'text/html' } });
  const path = /\/graphiql\/\w+\/start.js/.exec(text)?.[0] ?? '';
  for (const encoding of ['gzip', 'identity']) {
    const asset = await stand.fetch(path, { headers: { 'accept-encoding': encoding } });
    expect(asset.text).toContain('sessionStorage');
    expect(asset.headers.get('cache-control')).toContain('immutable');
  }
});

test('a newcomer pastes a key, runs an example, and nothing is loaded from elsewhere', async () => {
  answerNetworks();
  const { page, asked, problems } = await open();
  await page.getByText('Paste an API key to begin').waitFor();
  await useKey(page, stand.testKey);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Networks',
    'LatestBlocks',
    'Identities',
    'Currencies',
    'RichList',
    'Pending',
    'LiveBlocks',
  ]);

  while ((await page.evaluate("localStorage.getItem('graphiql:tabState')")) === null) await page.waitForTimeout(20);
  await page.reload();
  await page.locator('.graphiql-execute-button').waitFor();
  expect(await page.getByRole('tab').count()).toBe(7);

  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('"lastBlockHeight"').waitFor();
  // Introspection must have passed with the key.
  await page
    .getByRole('button', { name: /Documentation/ })
    .first()
    .click();
  await page.getByText('Query', { exact: true }).first().waitFor();

  await shoot(page, 'graphiql');

  const hosts = new Set(
    asked
      .map((url) => new URL(url))
      .filter(({ protocol }) => protocol !== 'data:')
      .map(({ origin }) => origin),
  );
  expect([...hosts]).toEqual([stand.url]);
  expect(problems).toEqual([]);
});

test('a subscription shows each event as it comes, until it is stopped', async () => {
  const chain = new FakeChain(stand);
  chain.open();
  const { page, problems } = await open();
  await useKey(page, stand.testKey);
  await page.getByRole('tab', { name: 'LiveBlocks' }).click();
  await page.locator('.graphiql-query-editor').getByText('subscription').first().waitFor();
  // The page runs nothing while it reads the schema.
  await waitFor(
    async () => {
      const opened = page.waitForResponse(isEventStream, { timeout: 3_000 });
      await page.locator('.graphiql-execute-button').click();
      return opened.then(
        () => true,
        () => false,
      );
    },
    { what: 'the stream' },
  );
  // A click that comes too early runs the operation of the former tab.
  problems.length = 0;
  await chain.grow();
  await page.locator('.result-window').getByText(`"blockHeight": ${chain.height}`).waitFor();
  await chain.grow();
  await page.locator('.result-window').getByText(`"blockHeight": ${chain.height}`).waitFor();
  await page.locator('.graphiql-execute-button').click();
  await waitFor(() => (stand.streamsEnded().get('GONE') ?? 0) > 0, { what: 'the end of the stream' });
  expect(problems).toEqual([]);
});

test('the key stays in the tab: not on disk, not in the address', async () => {
  answerNetworks();
  const { page } = await open();
  await useKey(page, stand.testKey);
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('"lastBlockHeight"').waitFor();
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain(stand.testKey);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(stand.testKey);
  expect(page.url()).toBe(`${stand.url}/graphql`);
});

test('without a key the page has no error, and its documentation and completion already', async () => {
  const { page, problems } = await open();
  await page.getByText('Paste an API key to begin').waitFor();
  await page.locator('.graphiql-execute-button').waitFor();
  await page
    .getByRole('button', { name: /Documentation/ })
    .first()
    .click();
  await page.getByText('Query', { exact: true }).first().waitFor();
  expect(await page.locator('.graphiql-doc-explorer-error').count()).toBe(0);
  expect(await page.locator('.result-window').textContent()).not.toContain('error');

  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('Paste an API key').waitFor();
  expect(problems).toEqual([]);
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('heading', { name: 'Documentation' }).waitFor();
  await shoot(page, 'docs-index');
  expect(problems).toEqual([]);
});

test('an empty editor that is run asks for an operation', async () => {
  const { page, problems } = await open();
  await useKey(page, stand.testKey);
  await page.locator('.graphiql-query-editor').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('Write an operation').waitFor();
  expect(problems).toEqual([]);
});

test('the editors, too, follow a change from light to dark and back while the page is open', async () => {
  const { page } = await open({ colorScheme: 'light' });
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  const colors = (): Promise<string[]> =>
    page.evaluate(
      `[document.body, document.querySelector('.graphiql-query-editor .monaco-editor')].map((one) => getComputedStyle(one).color)`,
    );
  const light = await colors();
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitFor(async () => (await colors()).every((color, at) => color !== light[at]), { what: 'dark colours' });
  await shoot(page, 'graphiql-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await waitFor(async () => JSON.stringify(await colors()) === JSON.stringify(light), { what: 'light colours' });
});

test('the page is as high as the window, and does not scroll', async () => {
  const { page } = await open({ viewport: { width: 1280, height: 720 } });
  await page.locator('.graphiql-execute-button').waitFor();
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(720);
  const tools = await page.locator('.graphiql-editor-tools').boundingBox();
  expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(720);
});

test('on a phone nothing is wider than the screen, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, problems } = await open({ viewport: { width: 390, height: 844 }, isMobile: true, colorScheme });
    await page.locator('.graphiql-execute-button').waitFor();
    const width = (): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
    expect(await width()).toBeLessThanOrEqual(390);
    for (const part of ['.graphiql-editors', '.graphiql-response']) {
      expect((await page.locator(part).boundingBox())?.width).toBeGreaterThan(280);
    }
    await shoot(page, `graphiql-phone-${colorScheme}`);
    await page.goto(`${stand.url}/docs/live`);
    expect(await width()).toBeLessThanOrEqual(390);
    await shoot(page, `docs-phone-${colorScheme}`);
    expect(problems).toEqual([]);
  }
});

test('a key that does not work is reported', async () => {
  const { page } = await open();
  await useKey(page, 'lg_test_nonsense');
  await page.getByText('This key does not work').first().waitFor();
});

test('every example costs less than a three-hundredth of the most that an operation may', async () => {
  for (const query of exampleQueries.filter((text) => !text.includes('subscription '))) {
    const { headers } = await stand.query(query);
    expect(Number(headers.get('x-cost-estimated'))).toBeLessThan(Number(headers.get('x-cost-max')) / 300);
  }
});
