import { readFile } from 'node:fs/promises';
import { postOperation } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openVisitor, takePicture, type Visitor } from './browser.ts';
import { newPerson, signUp, waitForPage } from './people.ts';

const OPERATION = '{ networks { name } }';

let stack: StackClient;
let browser: Browser;
let visitor: Visitor;
let page: Page;
/** Oldest first. */
const shown: string[] = [];
let answered = 0;

beforeAll(async () => {
  stack = await sharedStack();
  browser = await launchBrowser();
  visitor = await openVisitor(browser, stack.address.gatewayUrl, { viewport: { width: 1280, height: 860 } });
  page = visitor.page;
  page.on('response', async (response) => {
    if (response.url().endsWith('/graphql') && response.request().method() === 'POST' && response.ok()) answered += 1;
  });
});
afterAll(() => browser?.close());

async function ask(key: string): Promise<number> {
  const { status } = await postOperation(stack.address.gatewayUrl, key, OPERATION);
  if (status === 200) answered += 1;
  return status;
}

async function readShownKey(): Promise<string> {
  const value = await page.getByLabel('Your API key').inputValue();
  shown.push(value);
  return value;
}

async function act(key: string, action: string): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ hasText: key.slice(-4) })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

const rowOf = (key: string) => page.getByRole('listitem').filter({ hasText: key.slice(-4) });

test('signing up leads to a first key, which is shown once', async () => {
  await page.goto('/dashboard');
  await waitForPage(page, 'Sign in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await waitForPage(page, 'Create an account');
  await signUp(page, newPerson('Nora'));
  await waitForPage(page, 'API keys');
  await page.getByText('No keys yet').waitFor();

  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Give the key a name').waitFor();
  await dialog.getByText('Live', { exact: true }).click();
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const value = await readShownKey();
  expect(value).toMatch(/^lg_live_[0-9A-Za-z]{36}$/);
  expect(await ask(value)).toBe(200);
});

test('the quick start has the key in every snippet, runs it, and hands it to the explorer', async () => {
  const [value = ''] = shown;
  await page.getByRole('link', { name: 'Make a first query' }).click();
  await waitForPage(page, 'Quick start');
  for (const [tab, title] of [
    ['JavaScript', 'JavaScript (fetch)'],
    ['Python', 'Python 3'],
    ['curl', 'curl command'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const code = await page.getByRole('region', { name: title }).textContent();
    expect(code).toContain(value);
    expect(code).toContain(`${stack.address.gatewayUrl}/graphql`);
  }
  await page.getByRole('button', { name: 'Run it here' }).click();
  await page
    .getByRole('region', { name: /^Answer/ })
    .getByText('pchain')
    .waitFor();
  await takePicture(page, 'dashboard-quick-start');

  await page.getByRole('button', { name: 'Open the explorer' }).click();
  const explorer = page.frameLocator('iframe[title="GraphQL explorer"]');
  await explorer.locator('.graphiql-execute-button').click();
  await explorer.locator('.result-window').getByText('"pchain"').first().waitFor();
  expect(await page.evaluate('JSON.stringify(localStorage) + location.href')).not.toContain(value);
});

test('usage shows each answered call, and what is left', async () => {
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await waitForPage(page, 'Usage');
  // The count must be reached, and not passed, while calls are on their way.
  const plan = page.getByRole('region', { name: 'This month’s plan' });
  await waitFor(async () => usedIn((await plan.textContent()) ?? '') === answered, {
    what: `${answered} calls to be shown as used`,
  });
  const calls = page.getByRole('region', { name: 'Calls', exact: true });
  await calls.getByText('Table', { exact: true }).click();
  await waitFor(async () => (await calls.getByRole('cell').first().textContent()) === String(answered), {
    what: 'the table to agree',
  });
  await calls.getByText('Chart', { exact: true }).click();
  await page.getByRole('img', { name: new RegExp(`^Bar chart of ${answered} calls`) }).waitFor();
});

test('the books of an address are a file, fetched with the key at hand', async () => {
  const [value = ''] = shown;
  const { data } = await postOperation(
    stack.address.gatewayUrl,
    value,
    '{ richList(limit: 1) { entries { address { address } } } }',
  );
  const [entry] = data.richList.entries;
  await page.getByRole('link', { name: 'Download' }).click();
  await waitForPage(page, 'Download');
  await page.getByText('Live', { exact: true }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByText('Enter an address').waitFor();
  await page.getByLabel('Addresses').fill(entry.address.address);
  await page.getByLabel('Format').selectOption('ndjson');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^statement-\d+\.ndjson$/);
  await page.getByText(`Saved ${file.suggestedFilename()}.`).waitFor();
  const [first = ''] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(JSON.parse(first)).toMatchObject({ amount: expect.any(String), balance: expect.any(String) });
  await page.getByLabel('Currency').fill('nothing.at.all');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('alert').getByText('nothing.at.all').waitFor();
  await takePicture(page, 'dashboard-download');
});

function usedIn(text: string): number {
  return Number(/([\d,]+) of [\d,]+ calls/.exec(text)?.[1]?.replaceAll(',', ''));
}

test('a rotated key and its successor both work; a revoked one is refused at once', async () => {
  const [old = ''] = shown;
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await act(old, 'Rotate');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const next = await readShownKey();
  expect(next).not.toBe(old);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await rowOf(old).getByText('Expiring').waitFor();
  await rowOf(next).getByText('Active').waitFor();
  expect([await ask(old), await ask(next)]).toEqual([200, 200]);

  await act(old, 'Revoke');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await waitFor(async () => (await ask(old)) === 401, { what: 'the revoked key to be refused' });
  expect(await ask(next)).toBe(200);
  await page.getByRole('button', { name: 'Show 1 that no longer works' }).click();
  await rowOf(old).getByText('Revoked').first().waitFor();
  await takePicture(page, 'dashboard-keys');
});

test('a key may send transactions after somebody has confirmed it, until that is taken back', async () => {
  const [, key = ''] = shown;
  await rowOf(key).getByText('May send').waitFor({ state: 'detached' });
  await act(key, 'Allow sending');
  const dialog = page.getByRole('dialog', { name: 'Let Shop send transactions?' });
  await dialog.getByText('A key can never sign').waitFor();
  await takePicture(page, 'dashboard-keys-allow-sending');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await rowOf(key).getByText('May send').count()).toBe(0);
  await act(key, 'Allow sending');
  await dialog.getByRole('button', { name: 'Allow sending' }).click();
  await rowOf(key).getByText('May send').waitFor();
  await takePicture(page, 'dashboard-keys-may-send');

  await act(key, 'Forbid sending');
  await takePicture(page, 'dashboard-keys-forbid-sending');
  await page.getByRole('dialog').getByRole('button', { name: 'Forbid sending' }).click();
  await rowOf(key).getByText('May send').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('Let an API key send transactions').waitFor();
  await page.getByText('Took an API key’s permission to send').waitFor();
  await takePicture(page, 'dashboard-audit-sending');
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
});

test('a new key may not send unless its maker allows it, a test key neither', async () => {
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill(name);
    return page.getByRole('switch', { name: 'May send transactions' });
  };
  const make = async () => {
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
  };
  const permission = await open('Reader');
  expect(await permission.isChecked()).toBe(false);
  await make();
  await (await open('Sender')).check();
  await takePicture(page, 'dashboard-keys-new-sender');
  await make();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('Sender').getByText('May send').waitFor();
  expect(await row('Reader').getByText('May send').count()).toBe(0);
  await takePicture(page, 'dashboard-keys-senders');
});

test('a key is renamed and fenced in; a value that cannot be meant is reported beside its field', async () => {
  const [, key = ''] = shown;
  await act(key, 'Change');
  await page.getByLabel('Name').fill('Shop front');
  await page.getByLabel('Allowed networks').fill('203.0.113.0/24\nnonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“nonsense” is not one').waitFor();
  await page.getByLabel('Allowed networks').fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Save' }).click();
  await rowOf(key).getByText('Shop front').waitFor();
  await rowOf(key).getByText('203.0.113.0/24').waitFor();
  await waitFor(async () => (await ask(key)) === 403, { what: 'the key to be refused from here' });
});

test('without an answer from the server the page reports it, and a click later goes on', async () => {
  await page.route('**/dashboard/api/teams/**', (route) => route.abort());
  await page.reload();
  await page.getByText('The server cannot be reached').waitFor();
  await page.unroute('**/dashboard/api/teams/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Shop front').waitFor();
});

test('nothing went wrong in the browser, and no other server was asked', () => {
  expect(visitor.problems).toEqual([]);
});
