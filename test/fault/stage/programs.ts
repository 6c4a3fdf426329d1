import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { busPassword } from '@ledgergraph/local/stack/secrets';

/** Seeds from before the others draw from these first, and keep their acts. */
export const FIRST_SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses'] as const;
/** Drawn apart. */
export const LATER_SUBGRAPHS = ['markets', 'statistics'] as const;
export const SUBGRAPHS = [...FIRST_SUBGRAPHS, ...LATER_SUBGRAPHS] as const;
export type SubgraphName = (typeof SUBGRAPHS)[number];
export const SUBJECT_PREFIX = 'fault';

const NAMES = [
  ...SUBGRAPHS.flatMap((service) => [`${service}-api`, `${service}-indexer`] as const),
  'accounts-api',
  'webhooks-api',
  'gateway',
] as const;
export type ProcessName = (typeof NAMES)[number];

export interface Program {
  name: ProcessName;
  url: string;
  /** Only blocks' api has one. */
  metricsUrl: string | undefined;
  env: Record<string, string>;
}

export interface ProgramsOptions {
  dir: string;
  natsUrl: string;
  busSecret: string;
  databaseUrl: (service: string) => string;
  networksFile: string;
  batchBlocks: number;
  nodeUser: string;
  nodePassword: string;
}

/** As in docs/internal-contracts.md. */
export async function describePrograms(options: ProgramsOptions): Promise<Program[]> {
  const urls = new Map<ProcessName, string>();
  for (const name of NAMES) urls.set(name, `http://127.0.0.1:${await findFreePort()}`);
  const urlOf = (name: ProcessName): string => urls.get(name) ?? '';
  const common = {
    HOST: '127.0.0.1',
    NATS_URL: options.natsUrl,
    NATS_SUBJECT_PREFIX: SUBJECT_PREFIX,
    INTERNAL_SECRET: randomBytes(24).toString('hex'),
    KEY_PEPPER: randomBytes(24).toString('hex'),
    SESSION_SECRET: randomBytes(24).toString('hex'),
    PUBLIC_URL: urlOf('gateway'),
    // A watcher asks as fast as it can.
    TEST_CALLS_PER_SECOND: '100000',
    PLANNING_MS_PER_SECOND: '100000',
    BLOCKS_URL: urlOf('blocks-api'),
    ACCOUNTS_URL: urlOf('accounts-api'),
    WEBHOOKS_URL: urlOf('webhooks-api'),
    GATEWAY_URL: urlOf('gateway'),
    WEBHOOK_SECRET_KEY: randomBytes(24).toString('hex'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // A test's receiver fails often, and not for long.
    WEBHOOK_RETRY_SECONDS: Array.from({ length: 20 }, () => 0.1).join(','),
    ...Object.fromEntries(SUBGRAPHS.map((name) => [`SUBGRAPH_${name.toUpperCase()}_URL`, urlOf(`${name}-api`)])),
    NETWORKS_FILE: options.networksFile,
    FAULT_NODE_USER: options.nodeUser,
    FAULT_NODE_PASSWORD: options.nodePassword,
    POLL_INTERVAL_MS: '100',
    BATCH_BLOCKS: String(options.batchBlocks),
    TIP_POLL_MS: '200',
    APOLLO_TELEMETRY_DISABLED: '1',
  };
  const metricsPort = await findFreePort();
  return NAMES.map((name) => {
    const isMeasured = name === 'blocks-api';
    const [service = ''] = name.split('-');
    return {
      name,
      url: urlOf(name),
      metricsUrl: isMeasured ? `http://127.0.0.1:${metricsPort}/metrics` : undefined,
      env: {
        ...common,
        PORT: new URL(urlOf(name)).port,
        ...(isMeasured && { METRICS_PORT: String(metricsPort) }),
        DATABASE_URL: options.databaseUrl(service),
        NATS_PASSWORD: busPassword(options, service),
      },
    };
  });
}

export function logFile(dir: string, name: string): string {
  return join(dir, 'logs', `${name}.log`);
}
