import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openVisitor, takePicture } from './browser.ts';
import { holdNetwork } from './hold-network.ts';
import { linkInMail } from './mail-log.ts';
import { newPerson, signIn, signUp, waitForPage } from './people.ts';

let stack: StackClient;
let browser: Browser;

beforeAll(async () => {
  stack = await sharedStack();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('on a slow network a new account waits for its dashboard, and is not asked to wait for a mail that is never sent', async () => {
  const { page, problems } = await openVisitor(browser, stack.address.gatewayUrl);
  await page.goto('/dashboard/sign-up');
  const network = await holdNetwork(page);
  await signUp(page, newPerson('Sam'), () => network.hold());
  await network.waitForHeld('/auth/sign-up');
  await network.release('/auth/sign-up');
  // The account is made; its owner and the dashboard's files are still to come.
  await network.waitForHeld('/api/me');
  await expectOpening(page);
  await network.release('/api/me');
  await network.waitForHeld('/assets/');
  await expectOpening(page);
  await takePicture(page, 'sign-up-opening');
  await network.end();
  await waitForPage(page, 'API keys');
  expect(problems).toEqual([]);
});

test('where the dashboard cannot be opened after the sign-up, the page reports it and tries again', async () => {
  const { page } = await openVisitor(browser, stack.address.gatewayUrl);
  await page.goto('/dashboard/sign-up');
  await page.route('**/dashboard/api/me', (route) => route.abort(), { times: 4 });
  await signUp(page, newPerson('Tess'));
  await waitForPage(page, 'Your dashboard did not open');
  await page.getByRole('alert').getByText('No answer from the server').waitFor();
  await takePicture(page, 'sign-up-opening-failed');
  await page.unroute('**/dashboard/api/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForPage(page, 'API keys');
});

async function expectOpening(page: Page): Promise<void> {
  await waitForPage(page, 'Opening your dashboard…');
  expect(await page.getByText('link').count()).toBe(0);
}

test('a forgotten password is replaced by a link in a mail, once, and ends every session', async () => {
  const { gatewayUrl, dataDir } = stack.address;
  const rita = newPerson('Rita');
  const first = await openVisitor(browser, gatewayUrl);
  await first.page.goto('/dashboard/sign-up');
  await signUp(first.page, rita);
  await waitForPage(first.page, 'API keys');

  const { page, problems } = await openVisitor(browser, gatewayUrl);
  await page.goto('/dashboard/teams/no-one-has-this/usage');
  await waitForPage(page, 'Sign in');
  await signIn(page, { ...rita, password: 'not what Rita chose' });
  await page.getByText('do not belong together').waitFor();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The field before has the same name.
  await waitForPage(page, 'Forgot your password?');
  await page.getByLabel('E-mail').fill(rita.email);
  // This stack sends no mail.
  await page.getByRole('button', { name: 'Make a link' }).click();
  await waitForPage(page, 'Ask for your link');
  await page.getByText('sends no mail').waitFor();

  const link = await linkInMail(dataDir, rita.email);
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('At least 10 characters', { exact: true }).waitFor();
  const password = `${rita.password} and pears`;
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await waitForPage(page, 'Password changed');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { email: rita.email, password });
  await waitForPage(page, 'API keys');

  await first.page.reload();
  await waitForPage(first.page, 'Sign in');
  await first.page.goto(link);
  await first.page.getByLabel('New password').fill(`${password} again`);
  await first.page.getByRole('button', { name: 'Change password' }).click();
  await first.page.getByText('has been used or is too old').waitFor();
  expect([...problems, ...first.problems]).toEqual([]);
});

test('an invited person signs up from the mail, joins with the role given, and is on record', async () => {
  const { gatewayUrl, dataDir } = stack.address;
  const [olga, gus] = [newPerson('Olga'), newPerson('Gus')];
  const owner = await openVisitor(browser, gatewayUrl);
  await owner.page.goto('/dashboard/sign-up');
  await signUp(owner.page, olga);
  await waitForPage(owner.page, 'API keys');
  await owner.page.getByRole('link', { name: 'Team', exact: true }).click();
  await waitForPage(owner.page, 'Team');
  await owner.page.getByLabel('Team name').fill('Olga and friends');
  await owner.page.getByRole('button', { name: 'Rename' }).click();
  await owner.page.getByText('The team is renamed.').waitFor();
  await owner.page.getByLabel('E-mail').fill(gus.email);
  await owner.page.getByRole('combobox', { name: 'Role' }).click();
  await owner.page.getByRole('option', { name: 'admin' }).click();
  await owner.page.getByRole('button', { name: 'Invite' }).click();
  await owner.page.getByRole('list', { name: 'Open invitations' }).getByText(gus.email).waitFor();

  const guest = await openVisitor(browser, gatewayUrl);
  await guest.page.goto(await linkInMail(dataDir, gus.email));
  await waitForPage(guest.page, 'You are invited to a team');
  await guest.page.getByRole('link', { name: 'Create an account' }).click();
  await signUp(guest.page, gus);
  await guest.page.getByRole('button', { name: 'Join Olga and friends' }).click();
  await waitForPage(guest.page, 'API keys');
  await guest.page.getByRole('button', { name: /Olga and friends/ }).waitFor();

  await owner.page.reload();
  const members = owner.page.getByRole('list', { name: 'Members' });
  await members.getByText(gus.email).waitFor();
  expect(await owner.page.getByRole('combobox', { name: 'Role of Gus' }).inputValue()).toBe('admin');
  await owner.page.getByRole('link', { name: 'Audit log' }).click();
  await owner.page.getByText('Accepted an invitation').waitFor();

  await owner.page.goBack();
  await owner.page.getByRole('button', { name: 'Remove Gus' }).click();
  await owner.page.getByRole('button', { name: 'Remove member' }).click();
  await members.getByText(gus.email).waitFor({ state: 'detached' });
  await guest.page.reload();
  await waitForPage(guest.page, 'No such team');
  expect([...owner.problems, ...guest.problems]).toEqual([]);
});

test('a passkey signs in without a password; signing out everywhere ends all devices', async () => {
  // Browsers take no passkeys for a bare address.
  const origin = stack.address.gatewayUrl.replace('127.0.0.1', 'localhost');
  const paula = newPerson('Paula');
  const { context, page, problems } = await openVisitor(browser, origin);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/dashboard/sign-up');
  await signUp(page, paula);
  await waitForPage(page, 'API keys');
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').waitFor();

  const other = await openVisitor(browser, origin);
  await other.page.goto('/dashboard/sign-in');
  await signIn(other.page, paula);
  await waitForPage(other.page, 'API keys');

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await waitForPage(page, 'Sign in');
  await other.page.reload();
  await waitForPage(other.page, 'Sign in');

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await waitForPage(page, 'API keys');
  expect([...problems, ...other.problems]).toEqual([]);
});
