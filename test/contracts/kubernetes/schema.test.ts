import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import { listKustomizations } from './workloads.ts';

type ModelClass = new (data: object) => { validate(): void };

const folders = listKustomizations();
const builds = new Map<string, Manifest[]>();

beforeAll(async () => {
  await Promise.all(folders.map(async (folder) => builds.set(folder, await buildManifests(folder))));
});

test('production has a folder for each team', () => {
  const teams = [
    'accounts',
    'addresses',
    'blocks',
    'currencies',
    'gateway',
    'identities',
    'markets',
    'portal',
    'statistics',
    'webhooks',
  ];
  expect(folders).toEqual([
    'deploy/k8s/base',
    'deploy/k8s/overlays/dev',
    'deploy/k8s/overlays/prod',
    ...teams.map((team) => `deploy/k8s/overlays/prod/${team}`),
  ]);
});

test.each(folders)('%s: every object fits the schema of Kubernetes', async (folder) => {
  const manifests = builds.get(folder) ?? [];
  expect(manifests.length).toBeGreaterThan(3);
  for (const manifest of manifests) {
    const model = new (await findModel(manifest))(manifest);
    expect(() => model.validate()).not.toThrow();
  }
});

test('a team alone changes what is in its own namespace only', () => {
  for (const folder of folders.filter((name) => /\/prod\/[a-z]+$/.test(name))) {
    const team = folder.split('/').at(-1);
    for (const { metadata } of builds.get(folder) ?? []) {
      expect(metadata).toMatchObject({ namespace: `ledgergraph-${team}`, labels: { 'ledgergraph.io/team': team } });
    }
  }
});

test('production is the base and the teams, each object once', () => {
  const names = (folder: string): string[] =>
    (builds.get(folder) ?? []).map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`);
  const parts = folders.filter((folder) => folder.startsWith('deploy/k8s/overlays/prod/')).flatMap(names);
  const whole = names('deploy/k8s/overlays/prod');
  expect(whole.toSorted()).toEqual([...names('deploy/k8s/base'), ...parts].toSorted());
  expect(new Set(whole).size).toBe(whole.length);
});

// Validators ignore members that do not exist, such as a misspelt probe; the types do not.
test('no object has a member that Kubernetes does not know', () => {
  const all = [...builds].flatMap(([folder, manifests]) => manifests.map((manifest) => ({ folder, manifest })));
  expect(findUnknownMembers(all.map(({ manifest }) => manifest))).toBe('');
});

test('a member with a wrong name is found', () => {
  const [deployment] = (builds.get('deploy/k8s/overlays/prod/gateway') ?? []).filter(
    ({ kind }) => kind === 'Deployment',
  );
  const spoilt = JSON.parse(JSON.stringify(deployment).replace('readinessProbe', 'readynessProbe')) as Manifest;
  expect(findUnknownMembers([spoilt])).toContain('readynessProbe');
});

function modelPath({ apiVersion, kind }: Manifest): string {
  return `kubernetes-models/${apiVersion}/${kind}`;
}

async function findModel(manifest: Manifest): Promise<ModelClass> {
  const models = (await import(modelPath(manifest))) as Record<string, ModelClass>;
  const model = models[manifest.kind];
  if (model === undefined) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
  return model;
}

function findUnknownMembers(manifests: Manifest[]): string {
  const sources = manifests.map((manifest, index) => {
    const type = `import('${modelPath(manifest)}').I${manifest.kind}`;
    return `export const object${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  const cache = inRepository('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'manifests-'));
  try {
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, sources.join(''));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    const { error, stdout } = spawnSync(inRepository('node_modules/.bin/tsc'), [...options, file], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
