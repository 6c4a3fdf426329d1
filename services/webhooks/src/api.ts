import { hostname } from 'node:os';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { createFindAddresses } from '#/delivering/find-addresses.ts';
import { createSecretBox } from '#/delivering/secret-box.ts';
import { Sender } from '#/delivering/send-request.ts';
import { createPlaces } from '#/endpoints/team-places.ts';
import { EventTypes } from '#/events/event-types.ts';
import { GatewayClient } from '#/gateway/gateway-client.ts';
import { serveManagement } from '#/management/serve-management.ts';
import { createMetrics } from '#/metrics.ts';
import { runWorkers } from '#/teams/run-workers.ts';
import { connectAccounts } from '#/teams/team-access.ts';
import { createContext } from './context.ts';
import type { ApiEnv } from './env.ts';

export { apiEnv as env } from './env.ts';

/** A stopping role gives up its requests after this time; they are repeated. */
const REQUESTS_END_MS = 8_000;

export async function openApi(env: ApiEnv, context: RoleContext): Promise<void> {
  const { logger, registry, pools, onStop } = context;
  const { db } = createContext(env.DATABASE_URL, { pools });
  onStop(() => db.$disconnect());
  const gateway = new GatewayClient(env.GATEWAY_URL, env.INTERNAL_SECRET);
  onStop(() => gateway.close());
  const findAddresses = createFindAddresses();
  const sender = new Sender(env.WEBHOOK_ALLOWED_NETWORKS, findAddresses);
  onStop(() => sender.close());
  const deps = {
    db,
    gateway,
    types: new EventTypes(gateway),
    sender,
    logger,
    accounts: connectAccounts(env.ACCOUNTS_URL, env.INTERNAL_SECRET),
    cursorSecret: env.INTERNAL_SECRET,
    box: createSecretBox(env.WEBHOOK_SECRET_KEY),
    allowed: env.WEBHOOK_ALLOWED_NETWORKS,
    findAddresses,
    places: createPlaces(),
    retrySeconds: env.WEBHOOK_RETRY_SECONDS,
    metrics: createMetrics(registry, db),
    now: () => new Date(),
  };
  const server = await createInternalServer({
    secret: env.INTERNAL_SECRET,
    logger,
    registry,
    drainMs: env.DRAIN_MS,
    ready: async () => ({ ready: (await db.team.count({ take: 1 })) >= 0 }),
  });
  await serveManagement(server, deps);
  await listenAsRole(server, env, context);
  // The port makes the name unique on this host.
  const stopWork = runWorkers(deps, `${hostname()}:${env.PORT}`);
  onStop(async () => {
    // A receiver may take 15 s, which is all that a process has to stop.
    const cut = setTimeout(() => void sender.close(), REQUESTS_END_MS);
    await stopWork();
    clearTimeout(cut);
  });
}
