import { databaseEnv, servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { RETRY_SECONDS } from '#/delivering/retry-plan.ts';
import { parseNetworks } from '#/delivering/target-networks.ts';

export const apiEnv = z.object({
  ...servingEnv,
  ...databaseEnv,
  /** The gateway, whose streams the events come from. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }),
  ACCOUNTS_URL: z.url({ protocol: /^https?$/ }),
  /** Encrypts the signing secrets in the database. One, or several divided by commas: the first encrypts, each decrypts. */
  WEBHOOK_SECRET_KEY: z
    .string()
    .refine((setting) => setting.split(',').every((key) => key.trim().length >= 32), 'at least 32 characters'),
  /** Networks that are not public and may receive events, in CIDR notation, divided by commas; plain HTTP is allowed to them. */
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform((setting, context) => {
      try {
        return parseNetworks(setting);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    }),
  /** Seconds before each further attempt, divided by commas. */
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?(,\d{1,7}(\.\d{1,3})?){0,19}$/, 'numbers, divided by commas')
    .default(RETRY_SECONDS.join(','))
    .transform((setting) => setting.split(',').map(Number)),
});

export type ApiEnv = z.output<typeof apiEnv>;
