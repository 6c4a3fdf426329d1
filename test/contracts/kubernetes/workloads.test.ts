import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import type { IProbe } from 'kubernetes-models/v1/Probe';
import { DEPLOYED, listContainers, listWorkloads, type Workload } from './workloads.ts';

interface Spec {
  replicas?: number;
  strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: number } };
  minReplicas?: number;
  maxReplicas?: number;
  maxUnavailable?: number;
  selector?: { matchLabels: Record<string, string> };
  scaleTargetRef?: { kind: string; name: string };
}

const builds = new Map<string, Manifest[]>();

beforeAll(async () => {
  for (const folder of DEPLOYED) builds.set(folder, await buildManifests(folder));
});

describe.each(DEPLOYED)('%s', (folder) => {
  const workloads = (): Workload[] => listWorkloads(builds.get(folder) ?? []);
  const deployments = (): Workload[] => workloads().filter(({ manifest }) => manifest.kind === 'Deployment');
  const ofKind = (kind: string): Manifest[] => (builds.get(folder) ?? []).filter((manifest) => manifest.kind === kind);

  test('every service has its processes', () => {
    const subgraphs = ['addresses', 'blocks', 'currencies', 'identities'];
    expect(
      workloads()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      [
        'ledgergraph-gateway/gateway',
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
    ).toEqual(Array.from({ length: 4 }, () => ({ replicas: 1, strategy: { type: 'Recreate' } })));
  });

  test('processes that answer clients are replaced without a gap and drained one at a time', () => {
    const answering = deployments().filter(({ component }) => component !== 'indexer');
    expect(answering.length).toBe(7);
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

  test('only the autoscaler scales the gateway', () => {
    const [autoscaler, ...others] = ofKind('HorizontalPodAutoscaler');
    expect(others).toEqual([]);
    expect(autoscaler).toMatchObject({
      metadata: { namespace: 'ledgergraph-gateway' },
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'gateway' } },
    });
    const gateway = deployments().find(({ component }) => component === 'gateway');
    expect(gateway && specOf(gateway.manifest).replicas).toBeUndefined();
  });

  test('every container declares its resources and its version', () => {
    for (const workload of workloads()) {
      for (const { image, resources } of listContainers(workload)) {
        expect(image).toMatch(new RegExp(`^ledgergraph/${workload.team}:\\d`));
        expect(resources?.requests).toMatchObject({ cpu: expect.any(String), memory: resources?.limits?.memory });
      }
    }
  });
});

test('in production every process that answers has replicas, on different machines where there are several', () => {
  const manifests = builds.get('deploy/k8s/overlays/prod') ?? [];
  const [autoscaler] = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(specOf);
  expect(autoscaler?.minReplicas).toBeGreaterThanOrEqual(2);
  for (const { manifest, component, pod } of listWorkloads(manifests)) {
    if (component !== 'api' && component !== 'gateway') continue;
    if (component === 'api') expect(specOf(manifest).replicas).toBeGreaterThanOrEqual(2);
    expect(pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
  }
});

test('in production clients come by TLS only', () => {
  const ingresses = (builds.get('deploy/k8s/overlays/prod') ?? []).filter(({ kind }) => kind === 'Ingress');
  expect(ingresses).toMatchObject([{ spec: { tls: [{ secretName: 'tls' }] } }]);
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

/** True if a Service leads to the pods of a workload. */
function isReachedBy(service: Manifest, { metadata }: Manifest, labels: Record<string, string>): boolean {
  // Other than the selector of a budget, a Service's is a plain map of labels.
  const wanted = (specOf(service).selector ?? {}) as unknown as Record<string, string>;
  return (
    service.metadata.namespace === metadata.namespace &&
    Object.entries(wanted).every(([key, value]) => labels[key] === value)
  );
}
