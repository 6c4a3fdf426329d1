import { type Key, newKeySchema } from '@ledgergraph/dashboard-api/contract';
import type { Environment } from '#/session/held-key.tsx';
import { choiceOf, type ExpiryChoice, expiryInstant, expiryProblem, NEVER } from './expiry.ts';

export interface KeyForm {
  environment: Environment;
  name: string;
  allowedNetworks: string;
  allowedOrigins: string;
  expiresAt: ExpiryChoice;
  /** Only for a new key; an existing key has a separate dialog for it. */
  maySend: boolean;
  managesTeam: boolean;
}

export const NEW_KEY: KeyForm = {
  environment: 'test',
  name: '',
  allowedNetworks: '',
  allowedOrigins: '',
  expiresAt: NEVER,
  maySend: false,
  managesTeam: false,
};

export function formOf({
  environment,
  name,
  allowedNetworks,
  allowedOrigins,
  expiresAt,
  maySend,
  managesTeam,
}: FormedKey): KeyForm {
  return {
    environment,
    name,
    maySend,
    managesTeam,
    allowedNetworks: allowedNetworks.join('\n'),
    allowedOrigins: allowedOrigins.join('\n'),
    expiresAt: choiceOf(expiresAt),
  };
}

type FormedKey = Pick<
  Key,
  'environment' | 'name' | 'allowedNetworks' | 'allowedOrigins' | 'expiresAt' | 'maySend' | 'managesTeam'
>;

/** `keyProblems` finds an expiry without a date first, so that it is never sent. */
export function sentKey({ expiresAt, allowedNetworks, allowedOrigins, ...rest }: KeyForm, nowMs: number) {
  return {
    ...rest,
    expiresAt: expiryInstant(expiresAt, nowMs) ?? null,
    allowedNetworks: listed(allowedNetworks),
    allowedOrigins: listed(allowedOrigins),
  };
}

function listed(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '');
}

/** By the server's own rules. */
export function keyProblems(form: KeyForm, nowMs: number): Partial<Record<keyof KeyForm, string>> {
  const problems: Partial<Record<keyof KeyForm, string>> = {};
  const sent = sentKey(form, nowMs);
  for (const { path, message } of newKeySchema.safeParse(sent).error?.issues ?? []) {
    const [field, index] = path;
    if (field === 'name') problems.name ??= message;
    if (field === 'allowedNetworks' || field === 'allowedOrigins')
      problems[field] ??= named(sent[field], index, message);
  }
  const expiry = expiryProblem(form.expiresAt, nowMs);
  if (expiry !== null) problems.expiresAt = expiry;
  return problems;
}

function named(list: readonly string[], index: PropertyKey | undefined, message: string): string {
  const one = typeof index === 'number' ? list[index] : undefined;
  return one === undefined ? message : `“${one}” is not one: ${message}`;
}
