import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import { parseOrigin } from '@ledgergraph/proto-schemas/origin/parse-origin';
import { commonEnv, trustedProxies } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { COST_MAX_DEFAULT } from '#/cost/cost-formula.ts';
import { readBuiltInSupergraph } from '#/supergraph/built-in-supergraph.ts';

const baseUrl = z.url({ protocol: /^https?$/ });
const count = z.coerce.number().int().min(1);

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
  SHARE_PORT: z
    .enum(['on', 'off'])
    .describe('`on`: other gateways of this machine listen on the same port, and the system shares connections out.')
    .default('off'),
  BLOCKS_URL: baseUrl.describe('Base URL of blocks-api, which lists tips.'),
  ACCOUNTS_URL: baseUrl.describe('Base URL of accounts-api: keys and units.'),
  PORTAL_URL: baseUrl
    .describe('Base URL of the portal, which answers everything that is not GraphQL. Absent: its URLs do not exist.')
    .optional(),
  KEY_PEPPER: z
    .string()
    .min(16, 'at least 16 characters')
    .describe('HMAC key of the stored hashes of API keys, the same in accounts and gateway.'),
  KEY_BRAND: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, '1 to 16 of a-z and 0-9')
    .describe('First part of API keys, the same in accounts and gateway.')
    .default('lg'),
  TRUSTED_PROXIES: trustedProxies,
  CORS_ORIGINS: z
    .string()
    .describe(
      'Origins of the web pages that may use `/graphql`, feeds and exports, comma separated; `*`: every page that has a key; empty: none but ours.',
    )
    .default('*')
    .transform(readOrigins),
  TEST_CALLS_PER_SECOND: count
    // No plan limits test keys.
    .describe('Calls per second of each test key; a team has four times that, a person eight times.')
    .default(50),
  PLANNING_MS_PER_SECOND: count
    .describe(
      'Milliseconds of work for operations without a plan that a team gets in a second, and 20 seconds of it at once. A person has twice, the gateway five times as much.',
    )
    .default(100),
  SENDS_PER_MINUTE: count
    .describe('Transactions that a key may send in a minute, where its plan has no number.')
    .default(60),
  STREAMS_PER_KEY: count
    .describe('Streams of events that one key may hold open, where its plan has no number.')
    .default(1_000),
  COST_MAX: count
    .describe('Greatest cost of one operation, by `@cost` and `@listSize`. A whole introspection costs 70,000.')
    .default(COST_MAX_DEFAULT),
  WORK_UNDER_WAY: count
    .describe(
      'Cost of the operations that one team may have running, where its plan has no number, and again of its events. What is above waits for up to 10 s, events for 30 s. A person has twice as much, all teams 12 times (events 4 times).',
    )
    .default(30_000),
  SUBGRAPH_REQUESTS_AT_ONCE: count
    .describe(
      'Requests to subgraphs that run at a time. One team has half of them, and a quarter while others ask. Absent: four for each processor, which is right where the subgraphs run here too.',
    )
    .optional(),
  SUBGRAPH_WAIT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .describe('Milliseconds for which a start waits for subgraphs that do not answer.')
    .default(30_000),
  OPERATION_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .describe('Time limit of one operation, all its fetches together.')
    .default(25_000),
  SUBGRAPH_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .describe('Time until a subgraph begins its answer, and between two parts of it.')
    .default(10_000),
  RESPONSE_CACHE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .describe('Megabytes of whole answers kept in memory; 0 keeps none.')
    .default(24),
  EXECUTOR: z
    .enum(['ours', 'apollo'])
    .describe('`apollo`: the executor of `@apollo/gateway` answers queries and mutations.')
    .default('ours'),
  EXECUTOR_SHADOW: z.coerce
    .number()
    .min(0)
    .max(1)
    .describe("Share of the answered queries that Apollo's executor runs too, so that differences are counted.")
    .default(0),
  TIP_POLL_MS: z.coerce
    .number()
    .int()
    .min(50)
    .describe('Between two readings of the tips: how late a new block can be while NATS is away.')
    .default(1_000),
  SUPERGRAPH_FILE: z
    .string()
    .min(1)
    .describe('Supergraph to follow, with `manifest.json` and `manifest.sig` beside it. Absent: that of this build.')
    .optional(),
  SUPERGRAPH_PUBLIC_KEY_FILE: z
    .string()
    .min(1)
    .describe('PEM with Ed25519 public keys, one of which must have signed the supergraph.')
    .optional(),
  SUPERGRAPH_UNSIGNED: z
    .enum(['refuse', 'allow'])
    .describe("`allow`: an unsigned supergraph is accepted, on a developer's machine.")
    .default('refuse'),
  SUPERGRAPH_SERIAL_MIN: z.coerce.number().int().min(0).describe('Lowest serial that is accepted.').default(0),
  SUPERGRAPH_KEPT_FILE: z
    .string()
    .min(1)
    .describe(
      'File that keeps the last accepted supergraph over restarts, so that no older one is accepted. Its folder must be writable.',
    )
    .optional(),
  SUPERGRAPH_POLL_MS: z.coerce.number().int().min(50).describe('Between two reads of the file.').default(1_000),
});

const URL_VARIABLE = /^SUBGRAPH_([A-Z][A-Z0-9_]*)_URL$/;

export type Env = z.output<typeof shape> & {
  /** Base URL of each subgraph that the environment names, by its name in the supergraph. */
  subgraphUrls: ReadonlyMap<string, string>;
};

/** Schema of the gateway's environment. Each of these subgraphs has a variable of its own: SUBGRAPH_<NAME>_URL. */
export function gatewayEnv(subgraphs: readonly string[]) {
  const url = baseUrl.describe('Base URL of that subgraph. It overrides the one of a signed manifest.');
  return shape.extend(Object.fromEntries(subgraphs.map((name) => [urlVariable(name), url])));
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
