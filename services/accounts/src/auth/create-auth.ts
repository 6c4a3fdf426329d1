import { passkey } from '@better-auth/passkey';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { organization } from 'better-auth/plugins';
import type { Database } from '#/db/connection.ts';
import { LINK_SECONDS } from '#/mail/limit-mails.ts';
import type { Mailer } from '#/mail/mail.ts';
import { AUTH_PATH } from '#/page-path.ts';
import { BackgroundTasks } from './background-tasks.ts';
import { beforeDeletingTeam } from './before-deleting-team.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './check-password.ts';
import { finishReset, greetUser, welcomeUser } from './database-hooks.ts';
import { EarlyHash, type PasswordHashing } from './early-hash.ts';
import { forwardLog } from './forward-log.ts';
import { HeldDatabase } from './held-database.ts';
import { sendAuthMails } from './send-auth-mails.ts';
import { listTrustedOrigins } from './trusted-origins.ts';
import { createId } from './uuid-v7.ts';

const BY_SCRYPT: PasswordHashing = { hash: hashPassword, verify: verifyPassword };
const DAY = 86_400;
const OWNED_TEAMS_MAX = 5;

export type AuthSettings = {
  publicUrl: string;
  /** Signs cookies and links: a new secret signs everybody out. */
  sessionSecret: string;
};
export type AuthDeps = { db: Database; now: () => Date; mailer: Mailer; logger: Logger; passwords?: PasswordHashing };

export type Auth = ReturnType<typeof createAuth>;

/** Uses better-auth on our tables (docs/adr/0009). `close` waits for mails under way. */
export function createAuth({ publicUrl, sessionSecret }: AuthSettings, deps: AuthDeps) {
  const { now, mailer, logger, passwords = BY_SCRYPT } = deps;
  const held = new HeldDatabase(deps.db);
  const { db } = held;
  const hashes = new EarlyHash(passwords.hash);
  const background = new BackgroundTasks(logger);
  const mails = sendAuthMails(mailer, publicUrl);
  const auth = betterAuth({
    appName: 'Ledgergraph',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret: sessionSecret,
    trustedOrigins: listTrustedOrigins(publicUrl),
    database: prismaAdapter(db, { provider: 'postgresql', transaction: true }),
    telemetry: { enabled: false },
    logger: { log: forwardLog(logger) },
    account: { modelName: 'Credential' },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 7 * DAY, updateAge: DAY, freshAge: DAY },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: { hash: hashes.hash, verify: passwords.verify },
      // Where mails arrive, an address counts once its mailbox has answered, and a sign-up does not show whether an account exists.
      requireEmailVerification: mailer.delivers,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      sendResetPassword: mails.passwordReset,
      onExistingUserSignUp: mails.alreadySignedUp,
      onPasswordReset: ({ user }, request) => finishReset(db, user, request?.headers),
    },
    emailVerification: verifyAddresses(mailer, mails),
    // Rates apply before the library is called (dashboard/rates.ts).
    rateLimit: { enabled: false },
    databaseHooks: {
      user: { create: { after: (user, context) => greetUser(db, user, context?.headers) } },
      session: { create: { after: (session) => welcomeUser(db, session) } },
    },
    advanced: protect(publicUrl, background),
    plugins: [
      teamsOf(db, mails, now),
      passkey({ rpID: new URL(publicUrl).hostname, rpName: 'Ledgergraph', origin: listTrustedOrigins(publicUrl) }),
    ],
  });
  return Object.assign(auth, {
    hold: held.hold.bind(held),
    hashAhead: hashes.ahead.bind(hashes),
    runInBackground: background.add,
    close: () => background.settle(),
  });
}

function teamsOf(db: Database, { invitation }: ReturnType<typeof sendAuthMails>, now: () => Date) {
  return organization({
    schema: { organization: { modelName: 'Team' } },
    sendInvitationEmail: invitation,
    invitationExpiresIn: 7 * DAY,
    // The link is the secret, and went to the invited address.
    requireEmailVerificationOnInvitation: false,
    // Each team has its own plan: without a limit one person could have any number of free plans.
    organizationLimit: async (user) =>
      (await db.member.count({ where: { userId: user.id, role: 'owner' } })) >= OWNED_TEAMS_MAX,
    membershipLimit: 100,
    organizationHooks: { beforeDeleteOrganization: beforeDeletingTeam(db, now) },
  });
}

function verifyAddresses({ delivers }: Mailer, { verification }: ReturnType<typeof sendAuthMails>) {
  return {
    expiresIn: LINK_SECONDS,
    sendOnSignUp: delivers,
    sendOnSignIn: delivers,
    autoSignInAfterVerification: true,
    sendVerificationEmail: verification,
  };
}

function protect(publicUrl: string, background: BackgroundTasks) {
  return {
    cookiePrefix: 'ledgergraph',
    useSecureCookies: publicUrl.startsWith('https:'),
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/dashboard' },
    // The gateway writes one value; no other client reaches this process.
    ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    database: { generateId: createId },
    backgroundTasks: { handler: background.add },
    // Explicit, because the library disables the check in test runs.
    disableCSRFCheck: false,
    disableOriginCheck: false,
  } satisfies BetterAuthOptions['advanced'];
}
