import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import type { IProbe } from 'kubernetes-models/v1/Probe';
import { parse } from 'yaml';
import { DEPLOYED, listContainers, listWorkloads, type Workload } from './workloads.ts';

interface Spec {
  replicas?: number;
  strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: number } };
  minReplicas?: number;
  maxReplicas?: number;
  maxUnavailable?: number;
  selector?: { matchLabels: Record<string, string> };
  scaleTargetRef?: { kind: string; name: string };
  metrics?: { type: string; pods?: { metric: { name: string } } }[];
}

const BY_CPU = { type: 'Resource', resource: expect.objectContaining({ name: 'cpu' }) };

const builds = new Map<string, Manifest[]>();

beforeAll(async () => {
  for (const folder of DEPLOYED) builds.set(folder, await buildManifests(folder));
});

describe.each(DEPLOYED)('%s', (folder) => {
  const workloads = (): Workload[] => listWorkloads(builds.get(folder) ?? []);
  const deployments = (): Workload[] => workloads().filter(({ manifest }) => manifest.kind === 'Deployment');
  const ofKind = (kind: string): Manifest[] => (builds.get(folder) ?? []).filter((manifest) => manifest.kind === kind);

  test('every service has its processes', () => {
    const subgraphs = ['addresses', 'blocks', 'currencies', 'identities', 'markets', 'statistics'];
    expect(
      workloads()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      [
        'ledgergraph-gateway/gateway',
        inTeam('portal', 'api'),
        ...['accounts', 'webhooks', ...subgraphs].flatMap((name) =>
          ['api', 'migrate'].map((part) => inTeam(name, part)),
        ),
        ...subgraphs.map((name) => inTeam(name, 'indexer')),
      ].sort(),
    );
  });

  test('liveness depends on the process alone, readiness on what it needs', () => {
    for (const { pod } of deployments()) {
      const [{ startupProbe, livenessProbe, readinessProbe } = {}] = pod.containers;
      expect([startupProbe, livenessProbe, readinessProbe].map(pathOf)).toEqual(['/livez', '/livez', '/readyz']);
    }
  });

  test('an indexer has one replica, which ends before the next begins', () => {
    const indexers = deployments().filter(({ component }) => component === 'indexer');
    expect(
      indexers.map(({ manifest }) => specOf(manifest)).map(({ replicas, strategy }) => ({ replicas, strategy })),
    ).toEqual(Array.from({ length: 6 }, () => ({ replicas: 1, strategy: { type: 'Recreate' } })));
  });

  test('processes that answer clients are replaced without a gap and drained one at a time', () => {
    const answering = deployments().filter(({ component }) => component !== 'indexer');
    expect(answering.length).toBe(10);
    for (const { manifest, labels, pod } of answering) {
      expect(specOf(manifest).strategy?.rollingUpdate?.maxUnavailable).toBe(0);
      expect(pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds).toBeGreaterThanOrEqual(5);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(25);
      const budgets = ofKind('PodDisruptionBudget').filter((budget) => isFor(budget, manifest, labels));
      expect(budgets.map((budget) => specOf(budget).maxUnavailable)).toEqual([1]);
      const services = ofKind('Service').filter((service) => isReachedBy(service, manifest, labels));
      expect(services).toHaveLength(1);
    }
  });

  test('each process that answers is scaled by an autoscaler of its own, by its CPU, and by nothing else', () => {
    const answering = deployments().filter(({ component }) => component !== 'indexer');
    const autoscalers = ofKind('HorizontalPodAutoscaler');
    expect(autoscalers.length).toBe(answering.length);
    for (const { manifest } of answering) {
      expect(specOf(manifest).replicas).toBeUndefined();
      const own = autoscalers.filter(
        ({ metadata, ...autoscaler }) =>
          metadata.namespace === manifest.metadata.namespace &&
          specOf({ metadata, ...autoscaler }).scaleTargetRef?.name === manifest.metadata.name,
      );
      expect(own).toMatchObject([{ spec: { metrics: expect.arrayContaining([expect.objectContaining(BY_CPU)]) } }]);
    }
  });

  test('every metric of pods that an autoscaler reads is one that processes have, and that the adapter gives', () => {
    const { rules } = parse(readFileSync(inRepository('deploy/k8s/platform/prometheus-adapter-values.yaml'), 'utf8'));
    const given = (rules.custom as { name: { as: string } }[]).map(({ name }) => name.as);
    const metrics = ofKind('HorizontalPodAutoscaler').flatMap(({ ...autoscaler }) => specOf(autoscaler).metrics ?? []);
    const read = metrics.flatMap(({ pods }) => (pods === undefined ? [] : [pods.metric.name]));
    expect(read).toEqual(folder.endsWith('prod') ? ['ledgergraph_streams'] : []);
    for (const name of given) {
      expect(readFileSync(inRepository('deploy/dashboards/metrics.md'), 'utf8')).toContain(
        `\`${name}\` (gauge, gateway)`,
      );
    }
    expect(read.filter((name) => !given.includes(name))).toEqual([]);
  });

  test('every container declares its resources and its version', () => {
    for (const workload of workloads()) {
      for (const { image, resources } of listContainers(workload)) {
        expect(image).toMatch(/^ledgergraph\/ledgergraph:\d/);
        expect(resources?.requests).toMatchObject({ cpu: expect.any(String), memory: resources?.limits?.memory });
      }
    }
  });
});

test('in production every process that answers has replicas, on different machines where there are several', () => {
  const manifests = builds.get('deploy/k8s/overlays/prod') ?? [];
  const autoscalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(specOf);
  for (const { minReplicas } of autoscalers) expect(minReplicas).toBeGreaterThanOrEqual(2);
  for (const { component, pod } of listWorkloads(manifests)) {
    if (component !== 'api' && component !== 'gateway') continue;
    expect(pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
  }
});

test('a team that ships its service alone names an image of its own for all that it runs', async () => {
  const folder = 'node_modules/.cache/ledgergraph/own-image';
  const text = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../../../../deploy/k8s/overlays/prod/markets]
images: [{ name: ledgergraph/ledgergraph, newName: registry.example.org/markets, newTag: 0.2.0 }]
`;
  await mkdir(inRepository(folder), { recursive: true });
  await writeFile(inRepository(folder, 'kustomization.yaml'), text);
  const images = listWorkloads(await buildManifests(folder)).flatMap((workload) =>
    listContainers(workload).map(({ image }) => image),
  );
  expect(images).toEqual(Array.from({ length: 5 }, () => 'registry.example.org/markets:0.2.0'));
});

test('in production clients come by TLS only, to the gateway where it answers and to the portal for all else', () => {
  const ingresses = (builds.get('deploy/k8s/overlays/prod') ?? []).filter(({ kind }) => kind === 'Ingress');
  const tls = [{ hosts: ['api.example.org'], secretName: 'tls' }];
  const to = (name: string, path: string, pathType: string) => ({ path, pathType, backend: { service: { name } } });
  const rule = (...paths: object[]) => ({ spec: { tls, rules: [{ host: 'api.example.org', http: { paths } }] } });
  expect(ingresses.toSorted((a, b) => a.metadata.name.localeCompare(b.metadata.name))).toMatchObject([
    rule(to('gateway', '/graphql', 'Exact'), to('gateway', '/status', 'Exact')),
    rule(to('portal-api', '/', 'Prefix')),
  ]);
});

function inTeam(name: string, part: string): string {
  return `ledgergraph-${name}/${name}-${part}`;
}

function specOf(manifest: Manifest): Spec {
  return (manifest as { spec?: Spec }).spec ?? {};
}

function pathOf(probe: IProbe | undefined): string | undefined {
  return probe?.httpGet?.path;
}

function isFor(budget: Manifest, { metadata }: Manifest, labels: Record<string, string>): boolean {
  const wanted = specOf(budget).selector?.matchLabels ?? {};
  return (
    budget.metadata.namespace === metadata.namespace &&
    Object.entries(wanted).every(([key, value]) => labels[key] === value)
  );
}

function isReachedBy(service: Manifest, { metadata }: Manifest, labels: Record<string, string>): boolean {
  // A Service's selector is a plain map of labels.
  const wanted = (specOf(service).selector ?? {}) as unknown as Record<string, string>;
  return (
    service.metadata.namespace === metadata.namespace &&
    Object.entries(wanted).every(([key, value]) => labels[key] === value)
  );
}
