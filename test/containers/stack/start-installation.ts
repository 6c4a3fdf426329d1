import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { listBusUsers } from '@ledgergraph/local/services';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { getContainerRuntimeClient } from 'testcontainers';
import { ComposeContainer } from './compose-container.ts';
import { createNetwork, type InstallationNetwork } from './network.ts';
import { type ComposeService, readCompose } from './read-compose.ts';

/** Plain data, so that one process can pass it to another. */
export interface InstallationAddress {
  network: string;
  gatewayUrl: string;
  keys: { live: string; test: string };
  variables: Record<string, string>;
  /** By name in docker-compose.yml. */
  containers: Record<string, string>;
}

export interface Installation {
  address: InstallationAddress;
  stop(): Promise<void>;
}

/** From shortly before the first reorganisation on. */
const BLOCK_INTERVAL_MS = '500';
/** Each team's database may be on a server of its own, and be cut off alone. */
const OWN_SERVER = { team: 'identities', name: 'postgres-identities' };
/** As .env has them at first. */
const PROFILES = ['roles', 'recorded'];

/** Returns when the gateway is ready. */
export async function startInstallation(): Promise<Installation> {
  const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-containers-'));
  const network = await createNetwork();
  const containers: Record<string, string> = {};
  const stop = async (): Promise<void> => {
    await network.removeAll();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const variables = await makeVariables(dir);
    const address = { network: network.name, gatewayUrl: '', keys: { live: '', test: '' }, variables, containers };
    const hostPort = await findFreePort();
    for (const wave of planWaves(readCompose(variables))) {
      const started = wave.map(async ([name, service]) => {
        containers[name] = await start(network, name, service, name === 'gateway' ? hostPort : undefined);
      });
      await Promise.all(started);
    }
    address.gatewayUrl = `http://127.0.0.1:${hostPort}`;
    await waitUntilReady(address.gatewayUrl);
    address.keys = await readDemoKeys(containers['demo-keys'] ?? '');
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function waitUntilReady(gatewayUrl: string): Promise<unknown> {
  return waitUntilOk(`${gatewayUrl}/readyz`, { what: `the gateway at ${gatewayUrl} to be ready` });
}

async function makeVariables(dir: string): Promise<Record<string, string>> {
  const secret = (): string => randomBytes(24).toString('hex');
  const nodePassword = secret();
  const nodes = join(dir, 'nodes.env');
  await writeFile(nodes, `RECORDED_NODE_USER=recorded\nRECORDED_NODE_PASSWORD=${nodePassword}\n`, { mode: 0o600 });
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('LEDGERGRAPH_'));
  return {
    ...(Object.fromEntries(given) as Record<string, string>),
    INTERNAL_SECRET: secret(),
    KEY_PEPPER: secret(),
    SESSION_SECRET: secret(),
    WEBHOOK_SECRET_KEY: secret(),
    POSTGRES_PASSWORD: secret(),
    RECORDED_NODE_PASSWORD: nodePassword,
    GRAFANA_PASSWORD: secret(),
    ...Object.fromEntries(listBusUsers().map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, secret()])),
    LEDGERGRAPH_NODES_ENV: nodes,
    RECORDED_INTERVAL_MS: BLOCK_INTERVAL_MS,
    RECORDED_AT_END: 'stand',
  };
}

type Named = [name: string, service: ComposeService];

// Servers come first, then the jobs that make their databases.
function planWaves(services: Map<string, ComposeService>): Named[][] {
  const all = [...services].filter(([, { profiles }]) => isStarted(profiles));
  const postgres = services.get('postgres');
  if (postgres === undefined) throw new Error('docker-compose.yml names no postgres');
  const isServer = ([name]: Named): boolean => ['postgres', 'nats', 'nodes'].includes(name);
  const isMigration = ([name]: Named): boolean => name === 'migrate';
  return [
    [...all.filter(isServer), [OWN_SERVER.name, postgres]],
    all.filter(isMigration),
    all.filter((named) => !isServer(named) && !isMigration(named)),
  ];
}

function isStarted(profiles: readonly string[]): boolean {
  return profiles.length === 0 || PROFILES.some((profile) => profiles.includes(profile));
}

/** @returns Docker's id */
export async function start(
  network: Pick<InstallationNetwork, 'name'>,
  name: string,
  service: ComposeService,
  hostPort?: number,
): Promise<string> {
  const placed = { ...service, environment: placeDatabase(service.environment) };
  const container = await new ComposeContainer(placed, { network: network.name, alias: name, hostPort }).start();
  return container.getId();
}

function placeDatabase(environment: Record<string, string>): Record<string, string> {
  const placed = Object.entries(environment).map(([name, value]) => [
    name,
    name.endsWith('DATABASE_URL') && value.endsWith(`/${OWN_SERVER.team}`)
      ? value.replace('@postgres:', `@${OWN_SERVER.name}:`)
      : value,
  ]);
  return Object.fromEntries(placed);
}

async function readDemoKeys(id: string): Promise<InstallationAddress['keys']> {
  const client = await getContainerRuntimeClient();
  const log = String(await client.container.getById(id).logs({ stdout: true, stderr: true }));
  const read = (environment: string): string => {
    const key = new RegExp(`${environment} key: (\\w+)`).exec(log)?.[1];
    if (key === undefined) throw new Error(`demo-keys printed no ${environment} key:\n${log}`);
    return key;
  };
  return { live: read('live'), test: read('test') };
}
