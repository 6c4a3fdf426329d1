import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** A person whom no other test uses: the stack is shared. */
export function newPerson(name: string): Person {
  return {
    name,
    email: `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`,
    password: `${randomUUID()} lemons`,
  };
}

/** Signs a person up on the page for it. @param beforeSending called when the form is filled in */
export async function signUp(
  page: Page,
  { name, email, password }: Person,
  beforeSending: () => void = () => undefined,
): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  beforeSending();
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits for a page of the dashboard by its title. */
export async function waitForPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}
