import { servingEnv, trustedProxies } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { dollarCurrencies } from '#/feeds/dollar-currencies.ts';

/** A setting that is empty is absent. */
const openKey = z
  .string()
  .default('')
  .transform((key) => key.trim());
const perMinute = z.coerce.number().int().min(1);

export const apiEnv = z.object({
  ...servingEnv,
  /** Base URL of the gateway, whose API everything here is made of. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }),
  /** Base URL of the accounts service's api process, which answers the dashboard. */
  ACCOUNTS_URL: z.url({ protocol: /^https?$/ }),
  TRUSTED_PROXIES: trustedProxies,
  /** Keys of the operator's own team that answer feeds for requests without a key, by environment. Absent: feeds need a key. */
  FEEDS_TEST_KEY: openKey,
  FEEDS_LIVE_KEY: openKey,
  /** Requests of feeds without a key in a minute: of each network, and of all together. */
  FEEDS_OPEN_PER_MINUTE: perMinute.default(60),
  FEEDS_OPEN_PER_MINUTE_OF_ALL: perMinute.default(600),
  /** The currency that stands for the dollar on a chain: `<chain>=<currency>`, comma separated. */
  DOLLAR_CURRENCIES: dollarCurrencies,
});

export type PortalEnv = z.output<typeof apiEnv>;
