import { createHash } from 'node:crypto';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger, type Logger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext, DASHBOARD } from '#/context.ts';
import { type DashboardParts, startDashboard } from '#/dashboard/start-dashboard.ts';
import type { Database } from '#/db/connection.ts';
import { limitMails } from '#/mail/limit-mails.ts';
import type { Mail, Mailer } from '#/mail/mail.ts';
import { connectWebhooks, type WebhooksClient } from '#/webhooks/connect-webhooks.ts';
import { Browser } from './browser.ts';

/** A stretched hash takes 80 ms for each password; the end-to-end tests use it. */
const plainly = (password: string): string => createHash('sha256').update(password).digest('hex');
const passwords = {
  hash: async (password: string) => plainly(password),
  verify: async ({ hash, password }: { hash: string; password: string }) => hash === plainly(password),
};

export const SECRET = 'a secret for tests only';
export const ORIGIN = 'https://api.example.org';
export const SESSION_SECRET = 'a session secret for tests only, long';
const settings = {
  PUBLIC_URL: ORIGIN,
  SESSION_SECRET,
  KEY_BRAND: 'lg',
  KEY_PEPPER: 'a pepper for tests only',
};

export type DashboardFixture = {
  db: Database;
  databaseUrl: string;
  mails: Mail[];
  announced: Uint8Array[];
  clock: { now: Date };
  url: string;
  /** As patterns: `POST /dashboard/api/teams/:team/keys`. */
  routes: readonly { method: string; path: string }[];
  /** Each browser has its own cookies and network address. */
  browse: (ipAddress?: string) => Browser;
  dropDatabase: () => Promise<void>;
  stop: () => Promise<void>;
};

export type FixtureOptions = DashboardParts & {
  mailer?: Mailer;
  /** Default: the installation has none. */
  webhooks?: WebhooksClient;
  databaseUrl?: string;
  /** If true, addresses must be confirmed. */
  delivers?: boolean;
  settings?: Partial<typeof settings>;
  logger?: Logger;
};

export async function startDashboardFixture(options: FixtureOptions = {}): Promise<DashboardFixture> {
  const database =
    options.databaseUrl === undefined
      ? await createTestDatabase({ service: 'accounts' })
      : { url: options.databaseUrl, drop: async () => {} };
  const { db } = createContext(database.url, DASHBOARD);
  const clock = { now: new Date() };
  const mails: Mail[] = [];
  const announced: Uint8Array[] = [];
  const logger = options.logger ?? createLogger('test', 'silent');
  const mailer: Mailer = options.mailer ?? {
    delivers: options.delivers ?? false,
    send: async (mail) => {
      mails.push(mail);
    },
    close: async () => {},
  };
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  const routes: { method: string; path: string }[] = [];
  server.addHook('onRoute', ({ method, url: path }) => {
    for (const one of [method].flat()) routes.push({ method: one, path });
  });
  const announcer = {
    keyChanged: async (hash: Uint8Array) => {
      announced.push(hash);
    },
    teamChanged: async () => {},
  };
  const stopDashboard = await startDashboard(
    server,
    { ...settings, ...options.settings },
    {
      db,
      now: () => clock.now,
      announcer,
      logger,
      mailer: limitMails(mailer, db, logger),
      webhooks: options.webhooks ?? connectWebhooks(undefined, ''),
    },
    { passwords, ...options },
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  let people = 0;
  return {
    db,
    databaseUrl: database.url,
    mails,
    announced,
    clock,
    url,
    routes,
    browse: (ipAddress = `198.51.100.${++people}`) =>
      new Browser(url, options.settings?.PUBLIC_URL ?? ORIGIN, SECRET, ipAddress),
    dropDatabase: () => database.drop(),
    stop: async () => {
      await server.close();
      await stopDashboard();
      await db.$disconnect();
      await database.drop();
    },
  };
}
