import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Auth } from '#/auth/create-auth.ts';
import type { KnownDevices } from '#/auth/known-devices.ts';
import type { Mailer } from '#/mail/mail.ts';
import type { WebhookDeps } from '#/webhooks/change-webhooks.ts';
import type { RouteLimits } from './rates.ts';

/** Dependencies of the dashboard's server. */
export type DashboardDeps = WebhookDeps & {
  auth: Auth;
  /** Name of the operator whose every request is; undefined where requests come by the network. */
  operator?: string | undefined;
  limits: RouteLimits;
  devices: KnownDevices;
  logger: Logger;
  mailer: Mailer;
  /** The origin people use. */
  publicUrl: string;
  /** Keys of sessions follow from it. */
  sessionSecret: string;
  /** Signs the cursors of lists. */
  cursorSecret: string;
  /** The built page. */
  pageFolder: string;
};
