import { BAD_PORT_FAULT, hasBadPort } from '@ledgergraph/service-kit/bad-ports';
import { commonEnv, databaseEnv, readEnv, servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';

const keys = {
  KEY_PEPPER: z
    .string()
    .min(16, 'at least 16 characters')
    .describe('HMAC key of the stored hashes of API keys, the same in accounts and gateway.'),
  KEY_BRAND: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, '1 to 16 of a-z and 0-9')
    .describe('First part of API keys, the same in accounts and gateway.')
    .default('lg'),
};

const dashboard = {
  PUBLIC_URL: z
    // An invalid URL has no origin to check.
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, 'an origin only, without path, user or query')
    .refine((url) => !hasBadPort(url), BAD_PORT_FAULT)
    .transform((url) => new URL(url).origin)
    .describe(
      'Origin that people use, without a path: links in mails lead there, and cookies of no other are believed.',
    ),
  SESSION_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .describe('Signs session cookies and links, 32 characters or more. A new one signs everybody out.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .describe('How mails go out. Absent: they are written to the log, and addresses are not confirmed.')
    .optional(),
  MAIL_FROM: z.string().min(3).describe('Sender of mails; required with `SMTP_URL`.').optional(),
};

/** Without these, gateways learn of changes when they next ask or report. */
const bus = {
  NATS_URL: commonEnv.NATS_URL.optional(),
  NATS_PASSWORD: commonEnv.NATS_PASSWORD.optional(),
  NATS_SUBJECT_PREFIX: commonEnv.NATS_SUBJECT_PREFIX.optional(),
};

const webhooks = {
  WEBHOOKS_URL: z
    .url({ protocol: /^https?$/ })
    .describe('Base URL of webhooks-api. Absent: the installation has no webhooks.')
    .optional(),
};

export const apiEnv = z
  .object({
    ...servingEnv,
    ...databaseEnv,
    ...keys,
    ...bus,
    ...dashboard,
    ...webhooks,
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    message: 'is required with SMTP_URL',
  });

export type ApiEnv = z.output<typeof apiEnv>;

export const commandSettings = z.object({
  ...databaseEnv,
  ...keys,
  ...bus,
  ...webhooks,
  /** Authenticates us at the webhooks service. */
  INTERNAL_SECRET: z.string().default(''),
});

export type CommandSettings = z.output<typeof commandSettings>;

/** Undefined where no database is named: then the commands work on the local stack. */
export function readCommandEnv(): CommandSettings | undefined {
  return process.env.DATABASE_URL === undefined ? undefined : readEnv(commandSettings);
}
