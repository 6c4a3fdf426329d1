// Functions handed to the page run there.
/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openVisitor, takePicture, type Visitor } from './browser.ts';
import { newPerson, signUp, waitForPage } from './people.ts';

const LOOKS: [string, BrowserContextOptions][] = [
  ['light, on a desk', { colorScheme: 'light', viewport: { width: 1280, height: 860 } }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
];
const OUTSIDE = [
  ['sign-in', 'Sign in'],
  ['sign-up', 'Create an account'],
  ['forgot-password', 'Forgot your password?'],
  ['reset-password?token=x', 'Choose a new password'],
  ['reset-password', 'This link does not work'],
  ['invitations/x', 'You are invited to a team'],
] as const;
const INSIDE = [
  ['keys', 'API keys'],
  ['quick-start', 'Quick start'],
  ['download', 'Download'],
  ['webhooks', 'Webhooks'],
  ['usage', 'Usage'],
  ['members', 'Team'],
  ['audit', 'Audit log'],
  ['../../networks', 'Sync status'],
  ['../../account', 'Account'],
  ['../../nowhere', 'Page not found'],
] as const;

let browser: Browser;
let gatewayUrl: string;
let axe: string;
let state: Awaited<ReturnType<Visitor['context']['storageState']>>;
let teamPath: string;

beforeAll(async () => {
  const stack = await sharedStack();
  gatewayUrl = stack.address.gatewayUrl;
  browser = await launchBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const { context, page } = await openVisitor(browser, gatewayUrl);
  await page.goto('/dashboard/sign-up');
  await signUp(page, newPerson('Vera'));
  await waitForPage(page, 'API keys');
  teamPath = new URL(page.url()).pathname.replace(/keys$/, '');
  await makeKey(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  state = await context.storageState();
  await context.close();
});
afterAll(() => browser?.close());

async function makeKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByLabel('Name').fill('A key with quite a long name for a narrow page');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('It is shown only now').waitFor();
}

async function faultsOf(page: Page): Promise<string[]> {
  // Skeletons are not the page.
  await page.waitForFunction(() => document.querySelector('[class*="Skeleton-root"]') === null);
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run({ iframes: false })')) as AxeResults;
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  const excess = (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) as number;
  return excess > 0 ? [...faults, `${excess} px wider than the window`] : faults;
}

describe.each(LOOKS)('%s', (look, options) => {
  const shot = look.split(',')[0];

  test('pages for those who are not signed in', async () => {
    const { context, page, problems } = await openVisitor(browser, gatewayUrl, options);
    const faults: Record<string, string[]> = {};
    for (const [path, title] of OUTSIDE) {
      await page.goto(`/dashboard/${path}`);
      await waitForPage(page, title);
      faults[path] = await faultsOf(page);
      await takePicture(page, `dashboard-${shot}-${path.replace(/\W+/g, '-')}`);
    }
    expect(faults).toEqual(Object.fromEntries(OUTSIDE.map(([path]) => [path, []])));
    expect(problems).toEqual([]);
    await context.close();
  });

  test('pages for those who are', async () => {
    const { context, page, problems } = await openVisitor(browser, gatewayUrl, { ...options, storageState: state });
    const faults: Record<string, string[]> = {};
    for (const [path, title] of INSIDE) {
      await page.goto(new URL(`${teamPath}${path}`, gatewayUrl).pathname);
      await waitForPage(page, title);
      faults[path] = await faultsOf(page);
      await takePicture(page, `dashboard-${shot}-${path.replace(/\W+/g, '-')}`);
    }
    expect(faults).toEqual(Object.fromEntries(INSIDE.map(([path]) => [path, []])));
    expect(problems).toEqual([]);
    await context.close();
  });

  test('dialogs and menus, by keyboard alone', async () => {
    const { context, page } = await openVisitor(browser, gatewayUrl, { ...options, storageState: state });
    await page.goto(`${teamPath}keys`);
    await waitForPage(page, 'API keys');
    const opener = page.getByRole('button', { name: 'New key' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('placeholder') === 'Production server');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'New key');

    const actions = page.getByRole('button', { name: /^Actions for/ });
    await actions.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Revoke');
    await page.keyboard.press('Enter');
    // The focus is on Cancel, so that a hasty Enter changes nothing.
    await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label')?.startsWith('Actions for') === true,
    );
    await page.getByRole('listitem').getByText('Active').waitFor();
    await context.close();
  });
});

test.each([
  ['pushed by the gateway', true],
  ['polled where the gateway does not push it', false],
])('the state of the networks is %s', async (_how, isPushed) => {
  const { context, page } = await openVisitor(browser, gatewayUrl, { storageState: state });
  await page.route('**/status', (route) => {
    const isStream = route.request().headers().accept?.includes('text/event-stream') === true;
    return isStream === isPushed ? route.continue() : route.fulfill({ status: 503, body: '' });
  });
  await page.goto('/dashboard/networks');
  await waitForPage(page, 'Sync status');
  await page.getByRole('article', { name: 'VRSCTEST' }).waitFor();
  await page.getByRole('status').getByText('Updates by itself', { exact: true }).waitFor();
  await context.close();
});

test('on a phone the navigation is behind a button, and goes when it has been used', async () => {
  const { context, page } = await openVisitor(browser, gatewayUrl, {
    viewport: { width: 360, height: 740 },
    storageState: state,
  });
  await page.goto(`${teamPath}keys`);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sync status' }).click();
  await waitForPage(page, 'Sync status');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'VRSCTEST' }).waitFor();
  await context.close();
});

test('light and dark follow the system until somebody chooses, and the choice stays', async () => {
  const { context, page } = await openVisitor(browser, gatewayUrl, { colorScheme: 'dark' });
  const scheme = (): Promise<unknown> => page.evaluate('document.documentElement.dataset.mantineColorScheme');
  await page.goto('/dashboard/sign-in');
  await waitForPage(page, 'Sign in');
  expect(await scheme()).toBe('dark');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitem', { name: 'Light' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'light');
  await page.reload();
  await waitForPage(page, 'Sign in');
  expect(await scheme()).toBe('light');
  await context.close();
});
