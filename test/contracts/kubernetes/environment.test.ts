import { readNetworks } from '@ledgergraph/blocks/networks/read-networks';
import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import {
  findShape,
  OTHERS_VARIABLES,
  readConfigMap,
  readDocumentedSecrets,
  resolveEnvironment,
  type SecretKey,
  sampleSecret,
} from './environment.ts';
import { DEPLOYED, listContainers, listWorkloads, type Workload } from './workloads.ts';

const builds = new Map<string, Manifest[]>();

beforeAll(async () => {
  for (const folder of DEPLOYED) builds.set(folder, await buildManifests(folder));
});

describe.each(DEPLOYED)('%s', (folder) => {
  test('each container gets what its program asks for, and nothing it does not know', async () => {
    const manifests = builds.get(folder) ?? [];
    for (const workload of listWorkloads(manifests)) {
      for (const container of listContainers(workload)) {
        const environment = resolveEnvironment(container, workload, manifests, sampleSecret);
        const shape = await findShape(workload, container, manifests);
        expect({
          container: `${workload.id} ${container.name}`,
          faults: shape.safeParse(environment).error?.issues ?? [],
        }).toEqual({
          container: `${workload.id} ${container.name}`,
          faults: [],
        });
        const known = [
          ...Object.keys(shape.shape),
          ...OTHERS_VARIABLES,
          ...nodeVariables(workload, manifests, environment),
        ];
        expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
      }
    }
  });

  test('each container sets every variable that has no default', async () => {
    const manifests = builds.get(folder) ?? [];
    const required = new Set<string>();
    for (const workload of listWorkloads(manifests)) {
      for (const container of listContainers(workload)) {
        const shape = await findShape(workload, container, manifests);
        const missing = (shape.safeParse({}).error?.issues ?? []).map(({ path }) => String(path[0]));
        const named = (container.env ?? []).map(({ name }) => name);
        expect({ id: workload.id, left: missing.filter((name) => !named.includes(name)) }).toEqual({
          id: workload.id,
          left: [],
        });
        for (const name of missing) required.add(name);
      }
    }
    expect(required.size).toBeGreaterThan(10);
  });

  test('the api of each subgraph takes replicas from its secret, where it names some', () => {
    const apis = listWorkloads(builds.get(folder) ?? []).filter(({ component }) => component === 'api');
    const from = apis.flatMap(({ team, pod }) =>
      (pod.containers[0]?.env ?? []).flatMap(({ name, valueFrom }) =>
        name === 'DATABASE_READ_URLS' ? [{ team, ...valueFrom?.secretKeyRef }] : [],
      ),
    );
    const secret = { name: 'database', key: 'read-urls', optional: true };
    expect(from.toSorted((a, b) => a.team.localeCompare(b.team))).toEqual(
      ['addresses', 'blocks', 'currencies', 'identities', 'markets', 'statistics'].map((team) => ({ team, ...secret })),
    );
  });

  // A program without the map would use another server than the others.
  test('every program of a service that follows chains has the same map of databases by chain', () => {
    const containers = listWorkloads(builds.get(folder) ?? []).flatMap((workload) =>
      listContainers(workload).map(({ name, env = [] }) => ({
        id: `${workload.id} ${name}`,
        team: workload.team,
        env,
      })),
    );
    const read = (variable: string, secret: object) =>
      containers
        .filter(({ env }) => env.some(({ name, valueFrom }) => name === variable && matches(valueFrom, secret)))
        .map(({ id }) => id);
    const teams = ['addresses', 'blocks', 'currencies', 'identities', 'markets', 'statistics'];
    const followers = containers.filter(({ team }) => teams.includes(team));
    expect(followers).toHaveLength(6 * 5);
    expect(read('DATABASE_URL', { name: 'database', key: 'url' })).toEqual(
      expect.arrayContaining(followers.map(({ id }) => id)),
    );
    expect(read('CHAIN_DATABASES', { name: 'database', key: 'chains', optional: true })).toEqual(
      followers.map(({ id }) => id),
    );
  });

  test('each process takes the settings of traces from an overlay', async () => {
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.invalid:4318', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    const manifests = builds.get(folder) ?? [];
    for (const workload of listWorkloads(manifests).filter(({ manifest }) => manifest.kind === 'Deployment')) {
      const [container] = workload.pod.containers;
      if (container === undefined) throw new Error(`${workload.id} has no container`);
      const { data } = (await findShape(workload, container, manifests)).safeParse({
        ...resolveEnvironment(container, workload, manifests, sampleSecret),
        ...traces,
      });
      expect([workload.id, data]).toEqual([workload.id, expect.objectContaining(traces)]);
    }
  });

  test('processes listen on the ports that the manifests name, at addresses that other pods reach', () => {
    const manifests = builds.get(folder) ?? [];
    for (const workload of listWorkloads(manifests).filter(({ manifest }) => manifest.kind === 'Deployment')) {
      const [container] = workload.pod.containers;
      if (container === undefined) throw new Error(`${workload.id} has no container`);
      const { HOST, PORT, METRICS_PORT } = resolveEnvironment(container, workload, manifests, sampleSecret);
      const ports = Object.fromEntries(
        (container.ports ?? []).map(({ name, containerPort }) => [name, `${containerPort}`]),
      );
      expect({ HOST, ports }).toEqual({ HOST: '0.0.0.0', ports: { http: PORT, metrics: METRICS_PORT } });
    }
  });

  test('every address of ours is that of a service', () => {
    const manifests = builds.get(folder) ?? [];
    const services = manifests
      .filter(({ kind }) => kind === 'Service')
      .flatMap((service) =>
        listPorts(service).map((port) => `http://${service.metadata.name}.${service.metadata.namespace}:${port}`),
      );
    const named = listWorkloads(manifests).flatMap(({ pod }) =>
      pod.containers.flatMap(({ env = [] }) => env.flatMap(({ value }) => (value?.startsWith('http') ? [value] : []))),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((url) => !services.includes(url))).toEqual([]);
  });

  test('the page for operators lists all secrets, and no other', () => {
    const used = new Map<string, SecretKey>();
    const manifests = builds.get(folder) ?? [];
    for (const workload of listWorkloads(manifests)) {
      for (const container of listContainers(workload)) {
        resolveEnvironment(container, workload, manifests, (secret) => {
          used.set(JSON.stringify(secret), secret);
          return sampleSecret(secret);
        });
      }
    }
    expect([...used.keys()].sort()).toEqual(
      readDocumentedSecrets()
        .map((secret) => JSON.stringify(secret))
        .sort(),
    );
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

function matches(valueFrom: { secretKeyRef?: object } | undefined, secret: object): boolean {
  return (
    JSON.stringify(Object.entries(valueFrom?.secretKeyRef ?? {}).sort()) ===
    JSON.stringify(Object.entries(secret).sort())
  );
}

function listPorts(service: Manifest): number[] {
  const { spec } = service as { spec?: { ports?: { port: number }[] } };
  return (spec?.ports ?? []).map(({ port }) => port);
}

function nodeVariables(
  { pod, manifest }: Workload,
  manifests: Manifest[],
  environment: Record<string, string>,
): string[] {
  if (environment.NETWORKS_FILE === undefined) return [];
  const [volume] = pod.volumes ?? [];
  const data = readConfigMap(manifests, manifest.metadata.namespace ?? '', volume?.configMap?.name ?? '');
  const [mount] = pod.containers[0]?.volumeMounts ?? [];
  const text = data?.[(environment.NETWORKS_FILE ?? '').replace(`${mount?.mountPath}/`, '')] ?? '';
  expect(readNetworks(text, environment).map(({ name }) => name)).toEqual(['VRSC', 'VRSCTEST']);
  return [...text.matchAll(/(?:user|password)Env: (\w+)/g)].map(([, name = '']) => name);
}
