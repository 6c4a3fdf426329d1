import { createSecretCheck, currentSecret } from '@ledgergraph/service-kit/internal-secret';
import { listenAsRole } from '@ledgergraph/service-kit/roles/listen-as-role';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { GatewayClient } from '#/gateway/gateway-client.ts';
import type { PortalEnv } from './env.ts';
import { serve } from './serve.ts';

export { apiEnv as env } from './env.ts';

export async function openApi(env: PortalEnv, context: RoleContext): Promise<void> {
  const { logger, registry, onStop } = context;
  const secret = currentSecret(env.INTERNAL_SECRET);
  const gateway = new GatewayClient(env.GATEWAY_URL, secret);
  onStop(() => gateway.close());
  const server = await serve({
    gateway,
    secret,
    cursorSecret: env.INTERNAL_SECRET,
    isOurs: createSecretCheck(env.INTERNAL_SECRET),
    accountsUrl: env.ACCOUNTS_URL,
    dollars: env.DOLLAR_CURRENCIES,
    openKeys: [env.FEEDS_TEST_KEY, env.FEEDS_LIVE_KEY].filter((key) => key !== ''),
    openPerMinute: env.FEEDS_OPEN_PER_MINUTE,
    openPerMinuteOfAll: env.FEEDS_OPEN_PER_MINUTE_OF_ALL,
    trustedProxies: env.TRUSTED_PROXIES,
    drainMs: env.DRAIN_MS,
    logger,
    registry,
  });
  await listenAsRole(server, env, context);
}
