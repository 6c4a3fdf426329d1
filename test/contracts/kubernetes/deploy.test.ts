import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import { parseAllDocuments, stringify } from 'yaml';

/** Writes down its arguments, builds the test's build, and fails on demand. */
const KUBECTL = `#!/bin/sh
printf '%s\\n' "$*" >> calls
case "$*" in *"$FAILS_AT"*) echo 'error: no' >&2; exit 1 ;; esac
case "$*" in
  kustomize*) cat built ;;
  apply*) cat > applied ;;
  *'get deployments'*) cat deployments ;;
esac
`;
const NOWHERE = 'nowhere';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ledgergraph-deploy-'));
  await writeFile(join(dir, 'kubectl'), KUBECTL);
  await chmod(join(dir, 'kubectl'), 0o755);
});
afterEach(() => rm(dir, { recursive: true }));

interface Deployed {
  status: number | null;
  stderr: string;
  calls: string[];
}

async function deploy(overlay: string, team: string, failsAt = NOWHERE): Promise<Deployed> {
  const env = { ...process.env, PATH: `${dir}:${process.env.PATH}`, FAILS_AT: failsAt };
  const script = inRepository('deploy', 'k8s', 'deploy.sh');
  const { status, stderr } = spawnSync('bash', [script, overlay, team], { cwd: dir, env, encoding: 'utf8' });
  const calls = await readFile(join(dir, 'calls'), 'utf8').catch(() => '');
  return { status, stderr, calls: calls.split('\n').filter((line) => line !== '') };
}

async function build(team: string): Promise<{ manifests: Manifest[]; deployments: string[] }> {
  const manifests = await buildManifests(`deploy/k8s/overlays/prod/${team}`);
  const deployments = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata }) => `deployment.apps/${metadata.name}`);
  await writeFile(join(dir, 'built'), manifests.map((manifest) => stringify(manifest)).join('---\n'));
  await writeFile(join(dir, 'deployments'), `${deployments.join('\n')}\n`);
  return { manifests, deployments };
}

const TEAMS = [
  'blocks',
  'identities',
  'currencies',
  'addresses',
  'markets',
  'statistics',
  'accounts',
  'webhooks',
  'portal',
  'gateway',
];

test.each(TEAMS)('deploy.sh prod %s builds, replaces the job, applies, and waits for each deployment', async (team) => {
  const { manifests, deployments } = await build(team);
  const { status, stderr, calls } = await deploy('prod', team);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const inNamespace = `--namespace ledgergraph-${team}`;
  expect(calls).toEqual([
    `kustomize ${inRepository('deploy/k8s')}/overlays/prod/${team}`,
    `${inNamespace} delete job ${team}-migrate --ignore-not-found`,
    'apply -f -',
    `${inNamespace} get deployments --output name`,
    ...deployments.map((name) => `${inNamespace} rollout status ${name} --timeout 15m`),
  ]);
  const applied = parseAllDocuments(await readFile(join(dir, 'applied'), 'utf8'));
  expect(applied.map((document) => document.toJS())).toEqual(manifests);
  // The job and the namespace are those of the overlay.
  const jobs = manifests.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata);
  const hasDatabase = !['gateway', 'portal'].includes(team);
  expect(jobs).toMatchObject(hasDatabase ? [{ name: `${team}-migrate`, namespace: `ledgergraph-${team}` }] : []);
});

test.each([
  ['does not build', 'kustomize', 1],
  ['cannot delete the job', 'delete job', 2],
  ['cannot apply', 'apply', 3],
  ['does not become ready', 'rollout status', 5],
])('what %s ends it there, and is reported', async (_what, failsAt, callsMade) => {
  await build('blocks');
  const { status, stderr, calls } = await deploy('prod', 'blocks', failsAt);
  expect({ failed: status !== 0, stderr, callsMade: calls.length }).toEqual({
    failed: true,
    stderr: 'error: no\n',
    callsMade,
  });
});

test('an overlay that has no such team is refused before anything is called', async () => {
  const { status, stderr, calls } = await deploy('dev', 'blocks');
  expect({ status, calls }).toEqual({ status: 2, calls: [] });
  expect(stderr).toContain('kubectl apply -k deploy/k8s/overlays/dev');
});
