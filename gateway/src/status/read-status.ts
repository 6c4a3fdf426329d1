import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { readVersion } from '@ledgergraph/service-kit/version';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';

const VERSION = readVersion();
const ENVIRONMENTS: readonly EnvironmentName[] = ['MAINNET', 'TESTNET'];

const NETWORKS = '{ networks { chainId name environment isDefault blockTimeSeconds } }';
const SYNC = `{
  lastBlockHeight lastBlockHash lastBlockTime chainTipHeight blocksBehind finalizedHeight status isHealthy lastSyncedAt
  subgraphs { name height updatedAt }
  lastReorg { forkHeight depth oldTipHash newTipHash at }
}`;

/** For one network: without it there is no status. */
export const STATUS_OPERATIONS: readonly string[] = [NETWORKS, writeSyncStates(1)];

// BigInt heights may come as text; no chain comes near 2^53 blocks.
const height = z.coerce.number().int();

const network = z.object({
  chainId: z.string(),
  name: z.string(),
  environment: z.enum(['MAINNET', 'TESTNET']),
  isDefault: z.boolean(),
  blockTimeSeconds: z.number(),
});

const sync = z
  .object({
    lastBlockHeight: height,
    lastBlockHash: z.string(),
    lastBlockTime: z.string(),
    chainTipHeight: height.nullable(),
    blocksBehind: height.nullable(),
    finalizedHeight: height.nullable(),
    status: z.enum(['SYNCING', 'LIVE', 'NODE_UNAVAILABLE', 'STALLED']),
    isHealthy: z.boolean(),
    lastSyncedAt: z.string(),
    subgraphs: z.array(z.object({ name: z.string(), height, updatedAt: z.string() })),
    lastReorg: z
      .object({ forkHeight: height, depth: z.number(), oldTipHash: z.string(), newTipHash: z.string(), at: z.string() })
      .nullable(),
  })
  .transform(({ lastBlockHeight, lastBlockHash, lastBlockTime, ...rest }) => ({
    height: lastBlockHeight,
    hash: lastBlockHash,
    blockTime: lastBlockTime,
    ...rest,
  }));

export type NetworkStatus = z.output<typeof network> & z.output<typeof sync>;

/** Instants are RFC 3339 texts. */
export interface Status {
  version: string;
  time: string;
  networks: NetworkStatus[];
}

export interface ReadStatusOptions {
  graphs: Pick<CurrentGraph, 'run'>;
  tips: Pick<TipFollower, 'pins'>;
  logger: Logger;
}

/** Asks our own graph at the current pins. An unreadable network is left out. @throws Error when no networks can be read */
export async function readStatus(options: ReadStatusOptions): Promise<Status> {
  const networks = await Promise.all(ENVIRONMENTS.map((environment) => readEnvironment(options, environment)));
  return { version: VERSION, time: new Date().toISOString(), networks: networks.flat() };
}

async function readEnvironment(options: ReadStatusOptions, environment: EnvironmentName): Promise<NetworkStatus[]> {
  if (options.tips.pins(environment).length === 0) return [];
  const found = await ask(options, environment, NETWORKS, {});
  const networks = z.array(network).parse(found.networks);
  if (networks.length === 0) return [];
  const names = networks.map((_, index) => `c${index}`);
  const variables = Object.fromEntries(names.map((name, index) => [name, networks[index]?.chainId]));
  const states = await ask(options, environment, writeSyncStates(networks.length), variables);
  return networks.flatMap((one, index) => {
    const state = states[`c${index}`];
    return state == null ? [] : [{ ...one, ...sync.parse(state) }];
  });
}

/** Nullable fields: an unreadable network takes nothing from the others. */
function writeSyncStates(networks: number): string {
  const names = Array.from({ length: networks }, (_, index) => `c${index}`);
  return `query (${names.map((name) => `$${name}: String!`).join(', ')}) {
    ${names.map((name) => `${name}: syncState(chainId: $${name}) ${SYNC}`).join('\n')}
  }`;
}

async function ask(
  { graphs, tips, logger }: ReadStatusOptions,
  environment: EnvironmentName,
  query: string,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const context: GraphContext = {
    requestId: 'status',
    environment,
    key: null,
    logger,
    read: startRead(tips.pins(environment)),
  };
  const { data } = await graphs.run(({ queries }) => queries.ask(query, variables, context));
  if (data === null) throw new Error('the networks cannot be read');
  return data;
}
