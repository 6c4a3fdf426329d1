import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { busPassword } from '@ledgergraph/local/stack/secrets';
import { postOperation } from '@ledgergraph/test-kit/client';
import type { DatabaseName, StackClient } from '@ledgergraph/test-kit/stack';
import { waitFor, waitUntilOk } from '@ledgergraph/test-kit/wait-for';

const SERVICES = [
  'blocks',
  'identities',
  'currencies',
  'addresses',
  'markets',
  'statistics',
  'accounts',
] as const satisfies DatabaseName[];
const PORTAL = 'portal';
/** The first finds every subgraph, the second no currencies. */
const GATEWAYS = ['gateway', 'lacking-gateway'] as const;
/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** They report every log line and every span. */
export interface ObservedProcesses {
  gatewayUrl: string;
  lackingGatewayUrl: string;
  lines: string[];
  /** SIGTERM. */
  stop(): Promise<void>;
}

/** They answer when this returns. */
export async function startObserved({ address }: StackClient, collectorUrl: string): Promise<ObservedProcesses> {
  const secrets = JSON.parse(await readFile(join(address.dataDir, 'secrets.json'), 'utf8'));
  const accounts = parseEnv(await readFile(join(address.dataDir, 'accounts.env'), 'utf8'));
  const names = [...SERVICES, PORTAL, ...GATEWAYS] as const;
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await findFreePort());
  const urlOf = (name: (typeof names)[number]): string => `http://127.0.0.1:${ports.get(name)}`;
  const common = {
    LOG_LEVEL: 'trace',
    NATS_URL: accounts.NATS_URL ?? '',
    NATS_SUBJECT_PREFIX: accounts.NATS_SUBJECT_PREFIX ?? '',
    KEY_PEPPER: accounts.KEY_PEPPER ?? '',
    INTERNAL_SECRET: secrets.internalSecret,
    SESSION_SECRET: secrets.sessionSecret,
    PUBLIC_URL: 'http://localhost:4000',
    BLOCKS_URL: urlOf('blocks'),
    ACCOUNTS_URL: urlOf('accounts'),
    PORTAL_URL: urlOf(PORTAL),
    GATEWAY_URL: urlOf('gateway'),
    SUBGRAPH_BLOCKS_URL: urlOf('blocks'),
    SUBGRAPH_IDENTITIES_URL: urlOf('identities'),
    SUBGRAPH_ADDRESSES_URL: urlOf('addresses'),
    SUBGRAPH_CURRENCIES_URL: urlOf('currencies'),
    SUBGRAPH_MARKETS_URL: urlOf('markets'),
    SUBGRAPH_STATISTICS_URL: urlOf('statistics'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    APOLLO_TELEMETRY_DISABLED: '1',
    EXIT_WITH_PARENT: '1',
  };
  const lines: string[] = [];
  const children = names.map((name) => {
    const own = isGateway(name)
      ? { role: 'gateway', env: name === 'lacking-gateway' ? { SUBGRAPH_CURRENCIES_URL: NOWHERE } : {} }
      : { role: `${name}-api`, env: name === PORTAL ? {} : { DATABASE_URL: address.databaseUrls[name] } };
    const NATS_PASSWORD = busPassword(secrets, isGateway(name) ? 'gateway' : name);
    const env = { ...common, NATS_PASSWORD, ...own.env, PORT: String(ports.get(name)) };
    const child = spawn(process.execPath, runRoles(own.role), { env, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => lines.push(line));
    }
    return child;
  });
  const stop = async (): Promise<void> => {
    // Gateways have calls to report to accounts.
    await Promise.all(children.slice(-GATEWAYS.length).map(end));
    await Promise.all(children.map(end));
  };
  try {
    for (const name of [...SERVICES, PORTAL] as const) await answers(`${urlOf(name)}/readyz`, name);
    await answers(`${urlOf('gateway')}/readyz`, 'the gateway');
    await answersOperations(urlOf('lacking-gateway'), address.keys.test);
    return { gatewayUrl: urlOf('gateway'), lackingGatewayUrl: urlOf('lacking-gateway'), lines, stop };
  } catch (error) {
    await stop();
    throw new Error(`it did not start:\n${lines.slice(-20).join('\n')}`, { cause: error });
  }
}

function isGateway(name: string): name is (typeof GATEWAYS)[number] {
  return name.endsWith('gateway');
}

async function answers(url: string, name: string): Promise<void> {
  await waitUntilOk(url, { what: `${name} to answer` });
}

/** A gateway has a status before it has a block to read at. */
async function answersOperations(url: string, key: string): Promise<void> {
  await waitFor(async () => (await postOperation(url, key, '{ __typename }')).status === 200, {
    what: 'the lacking gateway to answer operations',
  });
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
