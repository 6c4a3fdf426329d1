import { join } from 'node:path';
import { POOL_SIZE_DEFAULT } from '@ledgergraph/service-kit/db/pool-settings';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { FastifyInstance } from 'fastify';
import { createAuth } from '#/auth/create-auth.ts';
import type { PasswordHashing } from '#/auth/early-hash.ts';
import { KnownDevices } from '#/auth/known-devices.ts';
import { startPruning } from '#/auth/start-pruning.ts';
import type { Database } from '#/db/connection.ts';
import { TransactionTurns } from '#/db/transaction-turns.ts';
import type { Announcer } from '#/events/announcer.ts';
import type { Mailer } from '#/mail/mail.ts';
import type { WebhooksClient } from '#/webhooks/connect-webhooks.ts';
import { RouteLimits } from './rates.ts';
import { serveDashboard } from './serve-dashboard.ts';

/** Relative to the repository's root, here and in an image. */
const PAGE_FOLDER = join(import.meta.dirname, '../../../../clients/dashboard/dist');

export type DashboardSettings = {
  PUBLIC_URL: string;
  SESSION_SECRET: string;
  KEY_BRAND: string;
  KEY_PEPPER: string;
};
export type DashboardContext = {
  db: Database;
  now: () => Date;
  announcer: Announcer;
  logger: Logger;
  mailer: Mailer;
  webhooks: WebhooksClient;
};
export type DashboardParts = { pageFolder?: string; passwords?: PasswordHashing; steadyNow?: () => number };

export async function startDashboard(
  server: FastifyInstance,
  settings: DashboardSettings,
  context: DashboardContext,
  parts: DashboardParts = {},
): Promise<() => Promise<void>> {
  const { now, logger, mailer, announcer } = context;
  const { db } = new TransactionTurns(context.db, POOL_SIZE_DEFAULT);
  const { PUBLIC_URL: publicUrl, SESSION_SECRET: sessionSecret } = settings;
  const auth = createAuth({ publicUrl, sessionSecret }, { db, now, mailer, logger, ...parts });
  await serveDashboard(server, {
    ...context,
    db,
    auth,
    limits: new RouteLimits(parts.steadyNow),
    devices: new KnownDevices(sessionSecret, publicUrl),
    publicUrl,
    sessionSecret,
    cursorSecret: sessionSecret,
    brand: settings.KEY_BRAND,
    pepper: settings.KEY_PEPPER,
    pageFolder: parts.pageFolder ?? PAGE_FOLDER,
  });
  const stopPruning = startPruning({ db, now, logger, announcer });
  return async () => {
    await stopPruning();
    await auth.close();
  };
}
