import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { busPassword } from '@ledgergraph/local/stack/secrets';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';

const SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;
const NO_NATS = 'nats://127.0.0.1:1';

export interface GatewayProcess {
  url: string;
  /** SIGTERM: the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** It answers when this returns. */
export async function startGateway(
  { address: { dataDir } }: StackClient,
  { nats }: { nats: boolean },
): Promise<GatewayProcess> {
  const ports = JSON.parse(await readFile(join(dataDir, 'ports.json'), 'utf8'));
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const accounts = parseEnv(await readFile(join(dataDir, 'accounts.env'), 'utf8'));
  const urlOf = (name: string): string => `http://127.0.0.1:${ports[name]}`;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    LOG_LEVEL: 'warn',
    NATS_URL: nats ? accounts.NATS_URL : NO_NATS,
    NATS_PASSWORD: busPassword(secrets, 'gateway'),
    NATS_SUBJECT_PREFIX: accounts.NATS_SUBJECT_PREFIX,
    KEY_PEPPER: accounts.KEY_PEPPER,
    INTERNAL_SECRET: secrets.internalSecret,
    BLOCKS_URL: urlOf('blocks-api'),
    ACCOUNTS_URL: urlOf('accounts-api'),
    APOLLO_TELEMETRY_DISABLED: '1',
    EXIT_WITH_PARENT: '1',
    ...Object.fromEntries(SUBGRAPHS.map((name) => [`SUBGRAPH_${name.toUpperCase()}_URL`, urlOf(`${name}-api`)])),
  };
  const child = spawn(process.execPath, runRoles('gateway'), {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  await waitUntilOk(`${url}/readyz`, { what: 'a gateway to be ready' });
  return {
    url,
    stop: async () => (await end(child, 'SIGTERM')) ?? null,
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return code as number | null;
}
