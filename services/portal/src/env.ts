import { servingEnv, trustedProxies } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { dollarCurrencies } from '#/feeds/dollar-currencies.ts';

/** A setting that is empty is absent. */
const openKey = z
  .string()
  .describe("Key of the operator's own team that answers feeds for requests without a key. Absent: feeds need a key.")
  .default('')
  .transform((key) => key.trim());
const perMinute = z.coerce.number().int().min(1);

export const apiEnv = z.object({
  ...servingEnv,
  GATEWAY_URL: z
    .url({ protocol: /^https?$/ })
    .describe('Base URL of the gateway, whose API everything here is made of.'),
  ACCOUNTS_URL: z.url({ protocol: /^https?$/ }).describe('Base URL of accounts-api, which answers the dashboard.'),
  TRUSTED_PROXIES: trustedProxies,
  FEEDS_TEST_KEY: openKey,
  FEEDS_LIVE_KEY: openKey,
  FEEDS_OPEN_PER_MINUTE: perMinute.describe('Requests of feeds without a key in a minute, of one network.').default(60),
  FEEDS_OPEN_PER_MINUTE_OF_ALL: perMinute.describe('Such requests in a minute, all together.').default(600),
  DOLLAR_CURRENCIES: dollarCurrencies,
});

export type PortalEnv = z.output<typeof apiEnv>;
