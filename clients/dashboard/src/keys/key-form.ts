import { newKeySchema } from '@ledgergraph/dashboard-api/contract';
import type { Environment } from '#/session/held-key.tsx';
import { choiceOf, type ExpiryChoice, expiryInstant, expiryProblem, NEVER } from './expiry.ts';

/** Values of the forms for new keys and for changes. */
export interface KeyForm {
  environment: Environment;
  name: string;
  /** One network a line. */
  networks: string;
  /** One origin a line. */
  origins: string;
  expiry: ExpiryChoice;
  /** Only a new key is made with it; a key that exists has its own dialog for it. */
  maySend: boolean;
}

export const NEW_KEY: KeyForm = {
  environment: 'test',
  name: '',
  networks: '',
  origins: '',
  expiry: NEVER,
  maySend: false,
};

/** The form for a key that exists. */
export function formOf(key: {
  environment: Environment;
  name: string;
  allowedNetworks: string[];
  allowedOrigins: string[];
  expiresAt: string | null;
  maySend: boolean;
}): KeyForm {
  return {
    environment: key.environment,
    name: key.name,
    networks: key.allowedNetworks.join('\n'),
    origins: key.allowedOrigins.join('\n'),
    expiry: choiceOf(key.expiresAt),
    maySend: key.maySend,
  };
}

/** Request for a form. An expiry without a date is never sent: `keyProblems` finds it first. */
export function sentKey(form: KeyForm, nowMs: number) {
  return {
    environment: form.environment,
    name: form.name,
    expiresAt: expiryInstant(form.expiry, nowMs) ?? null,
    allowedNetworks: listed(form.networks),
    allowedOrigins: listed(form.origins),
    maySend: form.maySend,
  };
}

function listed(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '');
}

/** Problems of a form, by field, by the server's own rules. */
export function keyProblems(form: KeyForm, nowMs: number): Partial<Record<keyof KeyForm, string>> {
  const problems: Partial<Record<keyof KeyForm, string>> = {};
  const parsed = newKeySchema.safeParse(sentKey(form, nowMs));
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] === 'name') problems.name ??= message;
    if (path[0] === 'allowedNetworks')
      problems.networks ??= named(sentKey(form, nowMs).allowedNetworks, path[1], message);
    if (path[0] === 'allowedOrigins') problems.origins ??= named(sentKey(form, nowMs).allowedOrigins, path[1], message);
  }
  const expiry = expiryProblem(form.expiry, nowMs);
  if (expiry !== null) problems.expiry = expiry;
  return problems;
}

function named(list: readonly string[], index: PropertyKey | undefined, message: string): string {
  const one = typeof index === 'number' ? list[index] : undefined;
  return one === undefined ? message : `“${one}” is not one: ${message}`;
}
