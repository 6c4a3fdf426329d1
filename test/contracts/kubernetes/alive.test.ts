import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { readCommand, readConfigMap, resolveEnvironment, sampleSecret } from './environment.ts';
import { listWorkloads, type Workload } from './workloads.ts';

const PROGRAMS = [
  ...['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'].flatMap((name) => [
    `${name}-api`,
    `${name}-indexer`,
  ]),
  'accounts-api',
  'webhooks-api',
  'portal-api',
  'gateway',
];
/** Its documentation needs no other process, and a gateway waits for it. */
const READY_ALONE = 'portal-api';
const NOWHERE = '127.0.0.1:1';

let manifests: Manifest[];
let folder: string;

beforeAll(async () => {
  manifests = await buildManifests('deploy/k8s/overlays/prod');
  folder = await mkdtemp(join(tmpdir(), 'manifest-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the cases name every process', () => {
  const deployments = listWorkloads(manifests).filter(({ manifest }) => manifest.kind === 'Deployment');
  expect(deployments.map(({ manifest }) => manifest.metadata.name).sort()).toEqual([...PROGRAMS].sort());
});

test.each(PROGRAMS)(
  '%s with the environment of its manifest is alive while all others are away, and not ready if it needs them',
  async (name) => {
    const workload = listWorkloads(manifests).find(({ manifest }) => manifest.metadata.name === name);
    if (workload === undefined) throw new Error(`no ${name}`);
    const [container] = workload.pod.containers;
    if (container === undefined) throw new Error(`${name} has no container`);
    const { livenessProbe, readinessProbe } = container;
    const environment = await isolate(workload);
    const child = spawn(process.execPath, readCommand(container, workload, manifests).slice(1), {
      cwd: inRepository(),
      env: { ...environment, EXIT_WITH_PARENT: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const printed = collect(child);
    const ask = (path: string | undefined) => fetch(`http://127.0.0.1:${environment.PORT}${path}`);
    try {
      const status = await waitFor(
        async () => {
          if (child.exitCode !== null) return 'ended';
          const response = await ask(livenessProbe?.httpGet?.path);
          return response.status;
        },
        { what: `${name} to be alive` },
      );
      expect({ status, printed: status === 200 ? '' : printed() }).toEqual({ status: 200, printed: '' });
      expect((await ask(readinessProbe?.httpGet?.path)).status).toBe(name === READY_ALONE ? 200 : 503);
      expect((await ask(livenessProbe?.httpGet?.path)).status).toBe(200);
    } finally {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  },
);

async function isolate(workload: Workload): Promise<Record<string, string>> {
  const [container] = workload.pod.containers;
  if (container === undefined) throw new Error(`${workload.id} has no container`);
  const environment = resolveEnvironment(container, workload, manifests, sampleSecret);
  const away: Record<string, string> = {};
  for (const name of Object.keys(environment)) {
    if (/^DATABASE_(READ_)?URLS?$/.test(name)) away[name] = `postgresql://user:password@${NOWHERE}/db`;
    else if (name === 'CHAIN_DATABASES')
      away[name] = `{"iChain":{"url":"postgresql://user:password@${NOWHERE}/chain"}}`;
    else if (name === 'NATS_URL') away[name] = `nats://${NOWHERE}`;
    else if (name.endsWith('_URL') && name !== 'PUBLIC_URL' && name !== 'SMTP_URL') away[name] = `http://${NOWHERE}`;
    else if (name === 'PORT' || name === 'METRICS_PORT') away[name] = String(await findFreePort());
  }
  if (environment.NETWORKS_FILE !== undefined) away.NETWORKS_FILE = await writeNetworks(workload);
  return { ...environment, ...away, HOST: '127.0.0.1' };
}

async function writeNetworks({ manifest, pod }: Workload): Promise<string> {
  const map = readConfigMap(manifests, manifest.metadata.namespace ?? '', pod.volumes?.[0]?.configMap?.name ?? '');
  const file = join(folder, 'networks.yaml');
  await writeFile(file, (map?.['networks.yaml'] ?? '').replaceAll(/url: http:\S+/g, `url: http://${NOWHERE}`));
  return file;
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  const pieces: Buffer[] = [];
  for (const stream of [stdout, stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString().slice(-4_000);
}
