import { z } from 'zod';
import { AccountsError } from '#/accounts-error.ts';
import type { AuditAction } from '#/audit/record-audit.ts';
import { findObviousPart } from '#/auth/check-password.ts';
import {
  CHANGE_PASSWORD_RATES,
  FORGOTTEN_RATES,
  PASSKEY_RATES,
  RESET_PASSWORD_RATES,
  SIGN_IN_RATES,
  SIGN_UP_RATES,
  VERIFICATION_RATES,
} from './auth-rates.ts';
import type { Done, OpenRoute, Recorded } from './open-route.ts';

/** Low enough that their list needs no pages. */
export const PASSKEYS_MAX = 20;

const nothing = z.object({});
const text = z.string().max(2048);
const email = z.string().trim().max(254);
const personName = z.string().trim().min(1, 'Give a name').max(64, 'At most 64 characters');
const target = { callbackURL: text.optional() };

export const ACCOUNT_ROUTES: Record<string, OpenRoute> = {
  '/sign-up/email': {
    rates: SIGN_UP_RATES,
    hashesPassword: true,
    method: 'POST',
    input: withStrongPassword(z.object({ name: personName, email, password: text, ...target }), 'password'),
    signsIn: true,
  },
  '/sign-in/email': {
    rates: SIGN_IN_RATES,
    method: 'POST',
    input: z.object({ email, password: text, rememberMe: z.boolean().optional(), ...target }),
    takesGuesses: true,
    signsIn: true,
    record: (done) => recordSignIn(done, 'password'),
    recordRefusal: (user) => ({ who: user, entry: { action: 'user.sign-in-failed', subjectId: user.id } }),
  },
  '/sign-out': { method: 'POST', input: nothing, ...recorded('user.sign-out') },
  '/get-session': { method: 'GET', input: nothing },
  '/list-sessions': { method: 'GET', input: nothing },
  '/revoke-session': { method: 'POST', input: z.object({ token: text }), ...recorded('user.end-session') },
  '/revoke-other-sessions': { method: 'POST', input: nothing, ...recorded('user.sign-out-elsewhere') },
  '/revoke-sessions': { method: 'POST', input: nothing, ...recorded('user.sign-out-everywhere') },
  '/update-user': { method: 'POST', input: z.object({ name: personName }), ...recorded('user.rename') },
  '/change-password': {
    rates: CHANGE_PASSWORD_RATES,
    method: 'POST',
    input: withStrongPassword(z.object({ currentPassword: text, newPassword: text }), 'newPassword').transform(
      // Ends the sessions of everyone who knew the old password.
      (given) => ({ ...given, revokeOtherSessions: true }),
    ),
    takesGuesses: true,
    ...recorded('user.change-password'),
  },
  '/request-password-reset': { rates: FORGOTTEN_RATES, method: 'POST', input: z.object({ email }) },
  '/reset-password': {
    rates: RESET_PASSWORD_RATES,
    method: 'POST',
    input: withStrongPassword(z.object({ token: text, newPassword: text }), 'newPassword'),
  },
  '/send-verification-email': {
    rates: VERIFICATION_RATES,
    method: 'POST',
    input: z.object({ email, ...target }),
  },
  '/verify-email': { method: 'GET', input: z.object({ token: text, ...target }) },
  ...passkeyRoutes(),
};

function passkeyRoutes(): Record<string, OpenRoute> {
  const response = z.record(z.string(), z.unknown());
  const id = z.string().max(64);
  return {
    '/passkey/generate-register-options': {
      method: 'GET',
      input: z.object({
        name: personName.optional(),
        authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
      }),
    },
    '/passkey/verify-registration': {
      method: 'POST',
      input: z.object({ response, name: personName.optional() }),
      holds: 'caller',
      checkRoom: async (tx, userId) => {
        if ((await tx.passkey.count({ where: { userId } })) < PASSKEYS_MAX) return;
        throw new AccountsError('TOO_MANY_PASSKEYS', `A person may have ${PASSKEYS_MAX} passkeys; remove one first`);
      },
      ...recorded('passkey.add'),
    },
    '/passkey/generate-authenticate-options': { method: 'GET', input: nothing },
    '/passkey/verify-authentication': {
      rates: PASSKEY_RATES,
      method: 'POST',
      input: z.object({ response }),
      signsIn: true,
      record: (done) => recordSignIn(done, 'passkey'),
    },
    '/passkey/list-user-passkeys': { method: 'GET', input: nothing },
    '/passkey/update-passkey': { method: 'POST', input: z.object({ id, name: personName }) },
    '/passkey/delete-passkey': { method: 'POST', input: z.object({ id }), ...recorded('passkey.remove') },
  };
}

function recorded(action: AuditAction): Pick<OpenRoute, 'needsCaller' | 'record'> {
  return {
    needsCaller: true,
    record: ({ caller }) =>
      caller === null
        ? undefined
        : { who: { id: caller.id, name: caller.email }, entry: { action, subjectId: caller.id } },
  };
}

const signInAnswer = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

function recordSignIn({ answer }: Done, method: 'password' | 'passkey'): Recorded | undefined {
  const { data } = signInAnswer.safeParse(answer);
  if (data === undefined) return undefined;
  const { id, email: name } = data.user;
  return { who: { id, name }, entry: { action: 'user.sign-in', subjectId: id, details: { method } } };
}

function withStrongPassword<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, member: string) {
  return schema.superRefine((given, context) => {
    const { name, email: address, [member]: password } = given as Record<string, unknown>;
    const about = [name, address].filter((known) => typeof known === 'string');
    const fault = findObviousPart(String(password), about);
    if (fault !== undefined)
      context.addIssue({ code: 'custom', path: [member], message: `Choose another password. ${fault}` });
  });
}
