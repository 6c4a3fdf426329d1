import { z } from 'zod';
import { BAD_PORT_FAULT, isBadPort } from './bad-ports.ts';
import { databaseUrl } from './database-url.ts';
import { readSecrets } from './internal-secret.ts';

/** OpenTelemetry's own variables, as far as we name them: tracing/start-tracing.ts leaves them to its SDK. An endpoint of '' counts as unset. */
const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
};

/** Variables of a process, whichever roles it runs. */
export const processEnv = {
  ...tracingEnv,
  HOST: z.string().default('127.0.0.1'),
  /** Port of GET /metrics, on HOST. Absent: nothing is measured. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** `1`: the process ends with the one that started it, when its stdin closes. */
  EXIT_WITH_PARENT: z.string().optional(),
};

/** Variables of every role that listens; spread them into the service's own shape. */
export const servingEnv = {
  ...processEnv,
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .refine((port) => !isBadPort(port), BAD_PORT_FAULT),
  /** Milliseconds for which a process that stops goes on answering while `/readyz` is 503: until its load balancer has noticed. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** One secret, or several, divided by commas, during a rotation: the first is sent, each is accepted. */
  INTERNAL_SECRET: z
    .string()
    .refine((setting) => readSecrets(setting).every(({ length }) => length >= 16), 'at least 16 characters'),
};

export type ServingEnv = z.output<z.ZodObject<typeof servingEnv>>;

/** Variables of a role that listens and uses the bus. */
export const commonEnv = {
  ...servingEnv,
  NATS_URL: z.string().min(1),
  /** Password of the service's user at the broker; the user has the name of the service. */
  NATS_PASSWORD: z.string().min(16, 'at least 16 characters'),
  NATS_SUBJECT_PREFIX: z.string().regex(/^[A-Za-z0-9_-]+$/, 'letters, digits, - and _ only'),
};

/** Networks of proxies, comma separated, in the setting of a server that the public can reach. */
export const trustedProxies = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'addresses or networks in CIDR notation')));

/** The service's own database. */
export const databaseEnv = { DATABASE_URL: databaseUrl };

/**
 * Reads the environment of a command into a typed object.
 * All faults are printed together and the process exits with 1: an operator should not meet them one by one.
 */
export function readEnv<Shape extends z.ZodRawShape>(shape: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>> {
  const parsed = shape.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  process.stderr.write(`The environment is not complete:\n${faults.join('\n')}\n`);
  process.exit(1);
}

/** True when tracing is on: OpenTelemetry's own variables give its endpoint, and can switch it off again. */
export function isTracingOn(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_SDK_DISABLED: disabled = '' } = process.env;
  return endpoint !== '' && disabled.toLowerCase() !== 'true';
}
