import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { QuotaService, QuotaWantedSchema } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { TeamService } from '@ledgergraph/proto-schemas/accounts/v1/teams';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { measureBus } from '@ledgergraph/service-kit/metrics/bus-metrics';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { startDashboard } from '#/dashboard/start-dashboard.ts';
import { isDatabaseReady } from '#/db/connection.ts';
import { createAnnouncer } from '#/events/announcer.ts';
import { readBusOptions } from '#/events/bus-options.ts';
import { createMailer } from '#/mail/create-mailer.ts';
import { limitMails } from '#/mail/limit-mails.ts';
import { measureLeases } from '#/quota/lease-metrics.ts';
import { startUpkeep } from '#/quota/start-upkeep.ts';
import { keyService } from '#/rpc/key-service.ts';
import { quotaService } from '#/rpc/quota-service.ts';
import { teamService } from '#/rpc/team-service.ts';
import { connectWebhooks } from '#/webhooks/connect-webhooks.ts';
import { startSettling } from '#/webhooks/settle-intents.ts';
import { createContext, DASHBOARD, KEY_CHECKS } from './context.ts';
import type { ApiEnv } from './env.ts';

export { apiEnv as env } from './env.ts';

export async function openApi(env: ApiEnv, role: RoleContext): Promise<void> {
  const { name, logger, registry, pools, onStop } = role;
  const context = createContext(env.DATABASE_URL, { ...DASHBOARD, pools });
  onStop(() => context.db.$disconnect());
  // Keys and gateways have their own connections: neither a busy dashboard nor bookings that wait for locked rows delay a check of a key.
  const keys = createContext(env.DATABASE_URL, { ...KEY_CHECKS, pools });
  onStop(() => keys.db.$disconnect());
  const quotas = createContext(env.DATABASE_URL, { pools });
  onStop(() => quotas.db.$disconnect());
  const busOptions = readBusOptions(env);
  const bus = busOptions && connectBus({ ...busOptions, name, logger });
  onStop(async () => bus?.close());
  const publishWanted = (teamId: string): void => {
    // A gateway that misses this gets it in the answer to its next report.
    bus?.publish(SUBJECTS.quotaWanted, QuotaWantedSchema, { teamId });
  };
  onStop(startUpkeep({ ...quotas, logger }));
  if (registry !== undefined) measureLeases(registry, quotas.db);
  if (bus !== undefined) measureBus(registry, bus);
  const mailer = limitMails(createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }, logger), context.db, logger);
  onStop(() => mailer.close());
  const server = await createInternalServer({
    secret: env.INTERNAL_SECRET,
    logger,
    registry,
    drainMs: env.DRAIN_MS,
    ready: async () => ({ ready: await isDatabaseReady(keys.db) }),
    connect: (router) =>
      router
        .service(KeyService, keyService({ ...keys, logger }))
        .service(QuotaService, quotaService({ ...quotas, logger, publishWanted }))
        .service(TeamService, teamService({ ...context, logger, mailer, publicUrl: env.PUBLIC_URL })),
  });
  const announcer = createAnnouncer(bus ?? { publishConfirmed: async () => false }, logger);
  const webhooks = connectWebhooks(env.WEBHOOKS_URL, env.INTERNAL_SECRET);
  onStop(await startDashboard(server, env, { ...context, announcer, logger, mailer, webhooks }));
  if (env.WEBHOOKS_URL !== undefined) onStop(startSettling({ ...context, logger, webhooks }));
  await listenAsRole(server, env, role);
}
