import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@ledgergraph/chain-generator/random';
import { exitWithParent } from '@ledgergraph/local/postgres/exit-with-parent';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { waitFor, waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { type ProcessName, SUBGRAPHS, SUBJECT_PREFIX } from '../../fault/stage/programs.ts';
import type { ServiceProcess } from '../../fault/stage/service-process.ts';
import { type Stage, startStage } from '../../fault/stage/start-stage.ts';
import { NatsCluster } from './nats-cluster.ts';

const APIS = [...SUBGRAPHS, 'accounts', 'webhooks'] as const;
const GATEWAYS = 3;
/** Longer than the balancer needs to notice, by deploy/haproxy/haproxy.cfg. */
const DRAIN_MS = 5_000;

export interface Member {
  name: string;
  process: ServiceProcess;
  url: string;
}

/** Three gateways and two apis of each service behind HAProxy, indexers, and a NATS cluster of three. */
export interface Installation {
  stage: Stage;
  nats: NatsCluster;
  url: string;
  statusUrl: string;
  gateways: readonly Member[];
  apis: readonly Member[];
  indexers: readonly Member[];
}

export async function openInstallation(cleanup: AsyncDisposableStack): Promise<Installation> {
  const dir = await makeFolder(cleanup);
  const busSecret = randomBytes(24).toString('hex');
  const nats = await NatsCluster.start(dir, SUBJECT_PREFIX, busSecret);
  cleanup.defer(() => nats.stop());
  const fronts = new Map<string, number>();
  for (const name of ['api', 'status', ...APIS]) fronts.set(name, await findFreePort());
  const front = (name: string): string => `http://127.0.0.1:${fronts.get(name)}`;
  const stage = await startStage(new Random(29), 20, {
    busSecret,
    env: {
      NATS_URL: nats.url,
      DRAIN_MS: String(DRAIN_MS),
      TRUSTED_PROXIES: '127.0.0.0/8',
      BLOCKS_URL: front('blocks'),
      ACCOUNTS_URL: front('accounts'),
      WEBHOOKS_URL: front('webhooks'),
      GATEWAY_URL: front('api'),
      ...Object.fromEntries(SUBGRAPHS.map((name) => [`SUBGRAPH_${name.toUpperCase()}_URL`, front(name)])),
    },
  });
  cleanup.defer(() => stage.stop());
  const gateways = await several(stage, 'gateway', GATEWAYS);
  const apis: Member[] = [];
  for (const name of APIS) apis.push(...(await several(stage, `${name}-api`, 2)));
  const env: Record<string, string> = {
    API: `127.0.0.1:${fronts.get('api')}`,
    STATUS_PORT: String(fronts.get('status')),
  };
  for (const name of APIS) env[name.toUpperCase()] = `127.0.0.1:${fronts.get(name)}`;
  // Only the API is asked here.
  for (const name of ['PORTAL', 'PORTAL_1', 'PORTAL_2']) env[name] = `127.0.0.1:${await findFreePort()}`;
  for (const { name, url } of [...gateways, ...apis]) {
    env[name.toUpperCase().replace('-API', '').replace('-', '_')] = new URL(url).host;
  }
  for (const { name, url } of [...gateways, ...apis]) {
    await waitUntilOk(`${url}/livez`, { what: `${name} to listen`, timeoutMs: 120_000 });
  }
  await startBalancer(env, cleanup);
  await waitFor(async () => (await fetch(`${front('api')}/livez`)).status > 0, { what: 'HAProxy to listen' });
  const indexers = SUBGRAPHS.map((name) => {
    const program = `${name}-indexer` as const;
    return { name: program, process: stage.process(program), url: stage.url(program) };
  });
  const statusUrl = `${front('status')}/;csv`;
  return { stage, nats, url: front('api'), statusUrl, gateways, apis, indexers };
}

async function several(stage: Stage, name: ProcessName, count: number): Promise<Member[]> {
  const members: Member[] = [{ name: `${name}-1`, process: stage.process(name), url: stage.url(name) }];
  while (members.length < count) {
    const { process, url } = await stage.another(name);
    await process.start();
    members.push({ name: `${name}-${members.length + 1}`, process, url });
  }
  return members;
}

async function startBalancer(env: Record<string, string>, cleanup: AsyncDisposableStack): Promise<void> {
  const file = inRepository('deploy', 'haproxy', 'haproxy.cfg');
  const [program = '', ...args] = exitWithParent('TERM', ['haproxy', '-db', '-f', file]);
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  cleanup.defer(async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
}

export async function makeFolder(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rolling-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
