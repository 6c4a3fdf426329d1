// Functions handed to the page run there.
/// <reference lib="dom" />
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openVisitor, type Visitor } from './browser.ts';
import { newPerson, signUp, waitForPage } from './people.ts';

const VIEWPORT = { width: 1280, height: 860 };
const PAGES = [
  ['keys', 'API keys'],
  ['quick-start', 'Quick start'],
  ['webhooks', 'Webhooks'],
  ['usage', 'Usage'],
  ['../../networks', 'Sync status'],
] as const;

let browser: Browser;
let gatewayUrl: string;
let member: Visitor;
let teamPath: string;

beforeAll(async () => {
  const stack = await sharedStack();
  gatewayUrl = stack.address.gatewayUrl;
  browser = await launchBrowser();
  member = await openVisitor(browser, gatewayUrl, { viewport: VIEWPORT });
  await member.page.goto('/dashboard/sign-up');
  await signUp(member.page, newPerson('Wanda'));
  await waitForPage(member.page, 'API keys');
  teamPath = new URL(member.page.url()).pathname.replace(/keys$/, '');
});
afterAll(() => browser?.close());

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(new URL(`${teamPath}${path}`, gatewayUrl).pathname);
  await waitForPage(page, title);
  await page.waitForFunction(() => document.querySelector('[class*="Skeleton-root"]') === null);
}

test('the networks stand in one grid, main ones first, and an old block explains its time', async () => {
  const { page } = member;
  await open(page, '../../networks', 'Sync status');
  const cards = page.getByRole('article');
  await cards.nth(1).waitFor();
  expect(await cards.getByRole('heading').allTextContents()).toEqual(['pchain', 'VRSCTEST']);
  const [main, other] = await Promise.all([cards.nth(0).boundingBox(), cards.nth(1).boundingBox()]);
  expect([main?.y, main?.width]).toEqual([other?.y, other?.width]);
  await cards.nth(1).getByText('In sync').waitFor();
  // The recordings are older than an hour.
  await cards.nth(1).getByText('The block’s time is long past').waitFor();
});

test('“live” means live keys on every page', async () => {
  const { page } = member;
  for (const [path, title] of PAGES) {
    await open(page, path, title);
    const text = (await page.locator('body').allInnerTexts()).join('\n');
    const others = text.match(/[^\n]*\blive\b(?! keys?\b)[^\n]*/gi) ?? [];
    const isSwitch = (line: string): boolean => path === 'quick-start' && line.trim() === 'Live';
    expect([path, others.filter((line) => !isSwitch(line))]).toEqual([path, []]);
  }
});

test('pages lead to the documentation of this installation, before one is signed in too', async () => {
  const { page } = member;
  const hrefs = async (): Promise<(string | null)[]> =>
    (await page.locator('a[href^="/docs"]').evaluateAll((links) => links.map((a) => a.getAttribute('href')))).sort();
  await open(page, 'webhooks', 'Webhooks');
  expect(await hrefs()).toEqual(['/docs', '/docs/webhooks']);
  await open(page, 'quick-start', 'Quick start');
  expect(await hrefs()).toEqual(['/docs', '/docs/cookbook', '/docs/live', '/docs/node-rpc', '/docs/pending']);
  const stranger = await openVisitor(browser, gatewayUrl);
  await stranger.page.goto('/dashboard/sign-in');
  const link = stranger.page.getByRole('link', { name: 'Documentation' });
  expect(await link.getAttribute('href')).toBe('/docs');
  await stranger.context.close();
});

test('the eye of a password is reached by Tab, has a name, and reports whether it shows', async () => {
  const { context, page } = await openVisitor(browser, gatewayUrl);
  await page.goto('/dashboard/sign-in');
  await waitForPage(page, 'Sign in');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret');
  await page.keyboard.press('Tab');
  const eye = page.getByRole('button', { name: 'Show the password', pressed: false });
  expect(await eye.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show the password', pressed: true }).waitFor();
  expect(await field.getAttribute('type')).toBe('text');
  await page.keyboard.press('Space');
  await eye.waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  await context.close();
});

test('an invitation has its title also where the session cannot be read', async () => {
  const { context, page } = await openVisitor(browser, gatewayUrl);
  await page.route('**/dashboard/api/me', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/dashboard/invitations/x');
  await waitForPage(page, 'You are invited to a team');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['You are invited to a team']);
  await page.unroute('**/dashboard/api/me');
  await again.click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await context.close();
});
