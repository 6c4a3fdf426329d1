import { commonEnv, readEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';

const baseUrl = z.url({ protocol: /^https?$/ });

const shape = z.object({
  ...commonEnv,
  /** Base URL of the blocks service's api process. */
  BLOCKS_URL: baseUrl,
  /** Base URL of the accounts service's api process. */
  ACCOUNTS_URL: baseUrl,
  KEY_PEPPER: z.string().min(16, 'at least 16 characters'),
  KEY_BRAND: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, '1 to 16 of a-z and 0-9')
    .default('lg'),
  /** Networks of the proxies in front, comma separated: they alone are believed when they say whom they speak for. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'addresses or networks in CIDR notation'))),
  /** Of each test key: no plan limits it, this protects us. */
  TEST_CALLS_PER_SECOND: z.coerce.number().int().min(1).default(50),
  /** How long a subgraph may take to begin an answer, and pause within one. */
  SUBGRAPH_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Megabytes of whole answers kept in memory; 0 keeps none. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(0).default(64),
  /** Between two readings of the tips: how late a new block can be while NATS is away. */
  TIP_POLL_MS: z.coerce.number().int().min(50).default(1_000),
});

export type Env = z.output<typeof shape> & {
  /** Base URL of each subgraph, by its name in the supergraph. */
  subgraphUrls: ReadonlyMap<string, string>;
};

/** What the gateway's environment has to be. Each subgraph of the supergraph has a variable of its own: SUBGRAPH_<NAME>_URL. */
export function gatewayEnv(subgraphs: readonly string[]) {
  return shape.extend(Object.fromEntries(subgraphs.map((name) => [urlVariable(name), baseUrl])));
}

/** The gateway's environment. */
export function readGatewayEnv(subgraphs: readonly string[]): Env {
  const env = readEnv(gatewayEnv(subgraphs)) as Env & Record<string, string>;
  return { ...env, subgraphUrls: new Map(subgraphs.map((name) => [name, env[urlVariable(name)] ?? ''])) };
}

/** Apollo's gateway otherwise reports to its maker when it starts, and searches the network for a cloud to report from. */
export function disableApolloTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = '1';
}

function urlVariable(subgraph: string): string {
  return `SUBGRAPH_${subgraph.toUpperCase()}_URL`;
}
