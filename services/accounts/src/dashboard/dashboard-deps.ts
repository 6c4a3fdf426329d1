import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Auth } from '#/auth/create-auth.ts';
import type { KnownDevices } from '#/auth/known-devices.ts';
import type { Mailer } from '#/mail/mail.ts';
import type { WebhookDeps } from '#/webhooks/change-webhooks.ts';
import type { RouteLimits } from './rates.ts';

export type DashboardDeps = WebhookDeps & {
  auth: Auth;
  /** Every request is this operator's; undefined where requests come by the network. */
  operator?: string | undefined;
  limits: RouteLimits;
  devices: KnownDevices;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
  /** Keys of sessions are derived from it. */
  sessionSecret: string;
  cursorSecret: string;
  pageFolder: string;
};
