import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import { parseOrigin } from '@ledgergraph/proto-schemas/origin/parse-origin';
import { commonEnv, trustedProxies } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { COST_MAX_DEFAULT } from '#/cost/cost-formula.ts';
import { readBuiltInSupergraph } from '#/supergraph/built-in-supergraph.ts';

const baseUrl = z.url({ protocol: /^https?$/ });

function readOrigins(text: string, context: z.RefinementCtx): readonly string[] | '*' {
  if (text.trim() === '*') return '*';
  return text.split(',').flatMap((part) => {
    if (part.trim() === '') return [];
    const origin = parseOrigin(part);
    if (origin !== undefined) return [origin];
    context.addIssue({ code: 'custom', message: `${part.trim()} is no origin such as https://app.example.com` });
    return [];
  });
}

const shape = z.object({
  ...commonEnv,
  /** `on`: other gateways of this machine listen on the same port, and the system shares the connections among them. */
  SHARE_PORT: z.enum(['on', 'off']).default('off'),
  /** Base URL of the blocks service's api process. */
  BLOCKS_URL: baseUrl,
  /** Base URL of the accounts service's api process. */
  ACCOUNTS_URL: baseUrl,
  /** Base URL of the portal, which answers everything that is not GraphQL. Absent: its URLs do not exist. */
  PORTAL_URL: baseUrl.optional(),
  KEY_PEPPER: z.string().min(16, 'at least 16 characters'),
  KEY_BRAND: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, '1 to 16 of a-z and 0-9')
    .default('lg'),
  /** Networks of the proxies in front, comma separated: they alone may name the address of the client. */
  TRUSTED_PROXIES: trustedProxies,
  /** Origins of the web pages that may use the API, comma separated; `*`: every page that has a key; empty: none but ours. */
  CORS_ORIGINS: z.string().default('*').transform(readOrigins),
  /** Calls per second of each test key: no plan limits it, so this protects us. */
  TEST_CALLS_PER_SECOND: z.coerce.number().int().min(1).default(50),
  /** Milliseconds of work for new operations, which have no plan yet, that each team gets in a second at each gateway. */
  PLANNING_MS_PER_SECOND: z.coerce.number().int().min(1).default(100),
  /** Transactions that a key may send in a minute, where its plan has no number. */
  SENDS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  /** Streams of events that one key may hold open, where its plan has no number. */
  STREAMS_PER_KEY: z.coerce.number().int().min(1).default(1_000),
  /** Greatest cost of one operation, by its schema's @cost and @listSize. */
  COST_MAX: z.coerce.number().int().min(1).default(COST_MAX_DEFAULT),
  /** Cost of the operations that one team may have running at a time, where its plan has no number. */
  WORK_UNDER_WAY: z.coerce.number().int().min(1).default(30_000),
  /**
   * Requests to subgraphs that run at a time, of all teams; one team has half of them, and a quarter while others ask too. Absent: four for
   * each processor of this machine, which is right where it runs the subgraphs too.
   */
  SUBGRAPH_REQUESTS_AT_ONCE: z.coerce.number().int().min(1).optional(),
  /** Time for which a starting gateway waits for subgraphs that do not answer before it serves without them. */
  SUBGRAPH_WAIT_MS: z.coerce.number().int().min(0).default(30_000),
  /** Time limit of one operation, all its fetches together. */
  OPERATION_TIMEOUT_MS: z.coerce.number().int().min(100).default(25_000),
  /** Time in which a subgraph must begin an answer, and the longest pause within one. */
  SUBGRAPH_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Megabytes of whole answers kept in memory; 0 keeps none. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(0).default(24),
  /** `apollo`: the executor of `@apollo/gateway` answers queries and mutations in the place of ours. */
  EXECUTOR: z.enum(['ours', 'apollo']).default('ours'),
  /** Part of the queries that Apollo's executor runs too, once they are answered, so that differences are counted. */
  EXECUTOR_SHADOW: z.coerce.number().min(0).max(1).default(0),
  /** Between two readings of the tips: how late a new block can be while NATS is away. */
  TIP_POLL_MS: z.coerce.number().int().min(50).default(1_000),
  /** The supergraph, followed while the process runs. Absent: the one of this build. */
  SUPERGRAPH_FILE: z.string().min(1).optional(),
  /** PEM with Ed25519 public keys, one of which must have signed it. */
  SUPERGRAPH_PUBLIC_KEY_FILE: z.string().min(1).optional(),
  /** `allow` accepts an unsigned supergraph: for a developer's machine. */
  SUPERGRAPH_UNSIGNED: z.enum(['refuse', 'allow']).default('refuse'),
  /** The lowest serial that is taken. */
  SUPERGRAPH_SERIAL_MIN: z.coerce.number().int().min(0).default(0),
  /**
   * File that keeps the last accepted signed supergraph over restarts: no older one is accepted then. Its folder must
   * be writable.
   */
  SUPERGRAPH_KEPT_FILE: z.string().min(1).optional(),
  /** Between two looks at the file. */
  SUPERGRAPH_POLL_MS: z.coerce.number().int().min(50).default(1_000),
});

const URL_VARIABLE = /^SUBGRAPH_([A-Z][A-Z0-9_]*)_URL$/;

export type Env = z.output<typeof shape> & {
  /** Base URL of each subgraph that the environment names, by its name in the supergraph. */
  subgraphUrls: ReadonlyMap<string, string>;
};

/** Schema of the gateway's environment. Each of these subgraphs has a variable of its own: SUBGRAPH_<NAME>_URL. */
export function gatewayEnv(subgraphs: readonly string[]) {
  return shape.extend(Object.fromEntries(subgraphs.map((name) => [urlVariable(name), baseUrl])));
}

/**
 * The gateway's environment, read from all variables: each subgraph of the supergraph of this build must have an address where that is the
 * one that runs, and others may have one.
 */
export const gatewayRoleEnv = z
  .record(z.string(), z.string().optional())
  .transform(async (variables, context): Promise<Env> => {
    const builtIn = variables.SUPERGRAPH_FILE === undefined ? subgraphNames(await readBuiltInSupergraph()) : [];
    const names = [...new Set([...builtIn, ...Object.keys(variables).flatMap(subgraphOf)])];
    const parsed = gatewayEnv(names).refine(isSigned, UNSIGNED).refine(hasOneExecutor, TWICE).safeParse(variables);
    if (parsed.success) {
      const env = parsed.data as Env & Record<string, string>;
      return { ...env, subgraphUrls: new Map(names.map((name) => [name, env[urlVariable(name)] ?? ''])) };
    }
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

const UNSIGNED = {
  path: ['SUPERGRAPH_PUBLIC_KEY_FILE'],
  error: 'needed with SUPERGRAPH_FILE, unless SUPERGRAPH_UNSIGNED=allow',
};

/** An unsigned file must not decide which hosts get the internal secret. */
function isSigned(env: Record<string, unknown>): boolean {
  const { SUPERGRAPH_FILE, SUPERGRAPH_PUBLIC_KEY_FILE, SUPERGRAPH_UNSIGNED } = env;
  return SUPERGRAPH_FILE === undefined || SUPERGRAPH_PUBLIC_KEY_FILE !== undefined || SUPERGRAPH_UNSIGNED === 'allow';
}

const TWICE = { path: ['EXECUTOR_SHADOW'], error: 'must be 0 with EXECUTOR=apollo: there is nothing to compare' };

function hasOneExecutor({ EXECUTOR, EXECUTOR_SHADOW }: Record<string, unknown>): boolean {
  return EXECUTOR === 'ours' || EXECUTOR_SHADOW === 0;
}

function urlVariable(subgraph: string): string {
  return `SUBGRAPH_${subgraph.toUpperCase()}_URL`;
}

/** The subgraph that a variable is about, if it is about one. */
function subgraphOf(variable: string): string[] {
  const [, name] = URL_VARIABLE.exec(variable) ?? [];
  return name === undefined ? [] : [name.toLowerCase()];
}
