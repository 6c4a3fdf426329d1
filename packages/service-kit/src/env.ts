import { z } from 'zod';
import { BAD_PORT_FAULT, isBadPort } from './bad-ports.ts';
import { databaseUrl } from './database-url.ts';
import { readSecrets } from './internal-secret.ts';

// Each `.describe` is an entry of docs/settings.md (`npm run settings`).

const ofTracing = z.string().describe("OpenTelemetry's own variable, read by its SDK.").optional();

/** Read by the SDK itself (tracing/start-tracing.ts). An endpoint of '' counts as unset. */
const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .describe('Where spans go (OTLP over HTTP). Absent: no traces.')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: ofTracing,
  OTEL_RESOURCE_ATTRIBUTES: ofTracing,
  OTEL_SDK_DISABLED: ofTracing,
  OTEL_SERVICE_NAME: ofTracing,
  OTEL_TRACES_SAMPLER: ofTracing,
  OTEL_TRACES_SAMPLER_ARG: ofTracing,
};

export const processEnv = {
  ...tracingEnv,
  HOST: z.string().describe('Address to listen on.').default('127.0.0.1'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .describe('Port of `GET /metrics` on `HOST`, without the secret. Absent: nothing is measured.')
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .describe('Level of the log, JSON on stdout.')
    .default('info'),
  EXIT_WITH_PARENT: z
    .string()
    .describe('`1`: the process ends with the one that started it, when its stdin closes.')
    .optional(),
};

export const servingEnv = {
  ...processEnv,
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .refine((port) => !isBadPort(port), BAD_PORT_FAULT)
    .describe('Port of the HTTP server of the role. One that browsers refuse to connect to is refused.'),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .describe(
      'Milliseconds for which a role that stops answers while `/readyz` is 503, until its load balancer notices.',
    )
    .default(0),
  INTERNAL_SECRET: z
    .string()
    .refine((setting) => readSecrets(setting).every(({ length }) => length >= 16), 'at least 16 characters')
    .describe(
      'Secret that all roles share, 16 characters or more; it signs list cursors too. During a rotation several, comma separated: the first is sent, each is accepted.',
    ),
};

export type ServingEnv = z.output<z.ZodObject<typeof servingEnv>>;

export const commonEnv = {
  ...servingEnv,
  NATS_URL: z.string().min(1).describe('The bus; several addresses comma separated. No start waits for it.'),
  NATS_PASSWORD: z
    .string()
    .min(16, 'at least 16 characters')
    .describe("Password of the service's user at the broker; the user has the name of the service."),
  NATS_SUBJECT_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'letters, digits, - and _ only')
    .describe('First part of all subjects, the same in all roles of an installation.'),
};

/** In the setting of a server that the public can reach. */
export const trustedProxies = z
  .string()
  .describe('Addresses or networks (CIDR, comma separated) of the proxies in front: only their `X-Forwarded-*` count.')
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'addresses or networks in CIDR notation')));

export const databaseEnv = { DATABASE_URL: databaseUrl };

/** Prints all faults together and exits with 1: an operator should not meet them one by one. */
export function readEnv<Shape extends z.ZodRawShape>(shape: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>> {
  const parsed = shape.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  process.stderr.write(`The environment is not complete:\n${faults.join('\n')}\n`);
  process.exit(1);
}

/** OpenTelemetry's own variables can switch it off again. */
export function isTracingOn(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_SDK_DISABLED: disabled = '' } = process.env;
  return endpoint !== '' && disabled.toLowerCase() !== 'true';
}
