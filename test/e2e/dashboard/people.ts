import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** The stack is shared, so no other test may use this person. */
export function newPerson(name: string): Person {
  return {
    name,
    email: `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`,
    password: `${randomUUID()} lemons`,
  };
}

/** @param beforeSending called when the form is filled in */
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

export async function waitForPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}
