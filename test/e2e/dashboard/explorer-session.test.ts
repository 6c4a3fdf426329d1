import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import type { Browser } from 'playwright-core';
import { launchBrowser, openVisitor, takePicture } from './browser.ts';
import { newPerson, signUp, waitForPage } from './people.ts';

let stack: StackClient;
let browser: Browser;

beforeAll(async () => {
  stack = await sharedStack();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('the explorer runs a query with a key of the session, which the list of keys lacks, until the person signs out', async () => {
  const { page, context, problems } = await openVisitor(browser, stack.address.gatewayUrl);
  await page.goto('/dashboard/sign-up');
  await waitForPage(page, 'Create an account');
  await signUp(page, newPerson('Edna'));
  await waitForPage(page, 'API keys');

  const explorer = await context.newPage();
  await explorer.goto('/graphql');
  await explorer.getByText('or as a member of').waitFor();
  await explorer.getByLabel('Environment').selectOption('live');
  const [request] = await Promise.all([
    explorer.waitForRequest((one) => one.url().endsWith('/graphql') && one.method() === 'POST'),
    explorer.locator('.graphiql-execute-button').click(),
  ]);
  await explorer.locator('.result-window').getByText('"pchain"').first().waitFor();
  await takePicture(explorer, 'graphiql-session');
  const { authorization = '' } = request.headers();
  expect(authorization).toMatch(/^Bearer lg_live_[0-9A-Za-z]{36}$/);
  await page.reload();
  await page.getByText('No keys yet').waitFor();

  const signOut = `fetch('/dashboard/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`;
  expect(await page.evaluate(`${signOut}.then(({ status }) => status)`)).toBe(200);
  const answer = await fetch(`${stack.address.gatewayUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query: '{ networks { name } }' }),
  });
  expect(answer.status).toBe(401);
  expect(problems).toEqual([]);
});
