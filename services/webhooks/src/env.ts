import { databaseEnv, servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { RETRY_SECONDS } from '#/delivering/retry-plan.ts';
import { parseNetworks } from '#/delivering/target-networks.ts';

export const apiEnv = z.object({
  ...servingEnv,
  ...databaseEnv,
  GATEWAY_URL: z.url({ protocol: /^https?$/ }).describe('Base URL of the gateway, whose streams the events come from.'),
  ACCOUNTS_URL: z.url({ protocol: /^https?$/ }).describe('Base URL of accounts-api: teams and plans.'),
  WEBHOOK_SECRET_KEY: z
    .string()
    .refine((setting) => setting.split(',').every((key) => key.trim().length >= 32), 'at least 32 characters')
    .describe(
      'Encrypts the signing secrets in the database, 32 characters or more. During a rotation several, comma separated: the first encrypts, each decrypts.',
    ),
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .describe('Networks (CIDR, comma separated) that are not public and may receive events, over plain HTTP too.')
    .default('')
    .transform((setting, context) => {
      try {
        return parseNetworks(setting);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    }),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?(,\d{1,7}(\.\d{1,3})?){0,19}$/, 'numbers, divided by commas')
    .describe('Seconds before each further attempt, comma separated.')
    .default(RETRY_SECONDS.join(','))
    .transform((setting) => setting.split(',').map(Number)),
});

export type ApiEnv = z.output<typeof apiEnv>;
