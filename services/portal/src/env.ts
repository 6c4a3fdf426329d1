import { servingEnv, trustedProxies } from '@ledgergraph/service-kit/env';
import { z } from 'zod';

export const apiEnv = z.object({
  ...servingEnv,
  /** Base URL of the gateway, whose API everything here is made of. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the accounts service's api process, which answers the dashboard. */
  ACCOUNTS_URL: z.url({ protocol: /^https?$/ }),
  TRUSTED_PROXIES: trustedProxies,
});

export type PortalEnv = z.output<typeof apiEnv>;
