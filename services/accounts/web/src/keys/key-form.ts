import { newKeySchema } from '#/dashboard/contract.ts';
import type { Environment } from '#web/session/held-key.tsx';
import { choiceOf, type ExpiryChoice, expiryInstant, expiryProblem, NEVER } from './expiry.ts';

/** Values of the forms for new keys and for changes. */
export interface KeyForm {
  environment: Environment;
  name: string;
  /** One network a line. */
  networks: string;
  expiry: ExpiryChoice;
  /** Only a new key is made with it; a key that exists has its own dialog for it. */
  maySend: boolean;
}

export const NEW_KEY: KeyForm = { environment: 'test', name: '', networks: '', expiry: NEVER, maySend: false };

/** The form for a key that exists. */
export function formOf(key: {
  environment: Environment;
  name: string;
  allowedNetworks: string[];
  expiresAt: string | null;
  maySend: boolean;
}): KeyForm {
  return {
    environment: key.environment,
    name: key.name,
    networks: key.allowedNetworks.join('\n'),
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
    allowedNetworks: form.networks.split(/[\s,;]+/).filter((network) => network !== ''),
    maySend: form.maySend,
  };
}

/** Problems of a form, by field, by the server's own rules. */
export function keyProblems(form: KeyForm, nowMs: number): Partial<Record<keyof KeyForm, string>> {
  const problems: Partial<Record<keyof KeyForm, string>> = {};
  const parsed = newKeySchema.safeParse(sentKey(form, nowMs));
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] === 'name') problems.name ??= message;
    if (path[0] === 'allowedNetworks') problems.networks ??= namedNetwork(form, path[1], message);
  }
  const expiry = expiryProblem(form.expiry, nowMs);
  if (expiry !== null) problems.expiry = expiry;
  return problems;
}

function namedNetwork(form: KeyForm, index: PropertyKey | undefined, message: string): string {
  const network = typeof index === 'number' ? sentKey(form, 0).allowedNetworks[index] : undefined;
  return network === undefined ? message : `“${network}” is not one: ${message}`;
}
