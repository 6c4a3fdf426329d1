import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import { findResourceFaults } from '@ledgergraph/tools/custom-resources/find-resource-faults';
import type { ResourceSchemas } from '@ledgergraph/tools/custom-resources/resource-schema';
import { parse } from 'yaml';

const FOLDER = 'deploy/k8s/platform/postgres';
const SUBGRAPHS = ['addresses', 'blocks', 'currencies', 'identities', 'markets', 'statistics'];
/** No chain gives their rows back. */
const IRREPLACEABLE = ['accounts', 'webhooks'];

interface Cluster extends Manifest {
  spec: {
    instances: number;
    bootstrap: { initdb: { database: string; owner: string } };
    walStorage: { size: string };
    plugins: { name: string; isWALArchiver?: boolean; parameters: Record<string, string> }[];
    affinity: { podAntiAffinityType: string; topologyKey: string };
    topologySpreadConstraints: { labelSelector: { matchLabels: Record<string, string> } }[];
    postgresql: { parameters: Record<string, string>; synchronous?: object };
  };
}

let manifests: Manifest[];
let clusters: Cluster[];

beforeAll(async () => {
  manifests = await buildManifests(FOLDER);
  clusters = manifests.filter(({ kind }) => kind === 'Cluster') as Cluster[];
});

// The published schemas cannot be fetched here: this file holds the part that we use, and tools/src/custom-resources compares whole
// definitions.
test('the databases fit what CloudNativePG, its plugin for backups and the Prometheus operator publish', () => {
  const { schemas } = JSON.parse(
    readFileSync(inRepository('test/contracts/kubernetes/custom-resources.json'), 'utf8'),
  ) as { schemas: ResourceSchemas };
  const resources = manifests.filter(({ kind }) => kind !== 'Service');
  expect(resources.length).toBe(40);
  expect(findResourceFaults(resources, schemas)).toEqual([]);
  for (const kind of ['Cluster', 'Pooler', 'ObjectStore', 'ScheduledBackup', 'PodMonitor']) {
    const text = JSON.stringify(resources.find((resource) => resource.kind === kind));
    const spoilt = JSON.parse(text.replace('"spec":{', '"spec":{"instanses":3,'));
    expect(findResourceFaults([spoilt], schemas).join()).toContain('instanses');
  }
});

test('each service has a database of three servers on machines of their own', () => {
  expect(clusters.map(({ metadata }) => metadata.name).sort()).toEqual(
    [...IRREPLACEABLE, ...SUBGRAPHS].map((name) => `${name}-db`).sort(),
  );
  for (const { metadata, spec } of clusters) {
    const service = metadata.name.replace('-db', '');
    expect(spec.instances).toBe(3);
    expect(spec.bootstrap.initdb).toEqual({ database: service, owner: service });
    expect(spec.affinity).toMatchObject({ podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' });
    expect(spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels)).toEqual([
      { 'cnpg.io/cluster': metadata.name },
    ]);
  }
});

test('a standby that is away cannot fill the disk of its primary', () => {
  for (const { spec } of clusters) {
    const kept = spec.postgresql.parameters.max_slot_wal_keep_size ?? '';
    expect(kept).toMatch(/^\d+GB$/);
    expect(Number.parseInt(kept, 10)).toBeLessThan(Number.parseInt(spec.walStorage.size, 10) / 2);
  }
});

test('what no chain gives back is on two servers before it is acknowledged; indexing waits for no standby', () => {
  const required = { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true };
  for (const { metadata, spec } of clusters) {
    const isIrreplaceable = IRREPLACEABLE.includes(metadata.name.replace('-db', ''));
    expect([metadata.name, spec.postgresql.synchronous]).toEqual([
      metadata.name,
      isIrreplaceable ? required : undefined,
    ]);
  }
});

test('each backup and each monitor is of a database that exists', () => {
  const names = clusters.map(({ metadata }) => metadata.name).sort();
  const backups = find<{ cluster: { name: string }; method: string; pluginConfiguration: object }>('ScheduledBackup');
  const monitors = find<{ selector: { matchLabels: Record<string, string> } }>('PodMonitor');
  expect(backups.map(({ spec }) => spec.cluster.name).sort()).toEqual(names);
  expect(monitors.map(({ spec }) => spec.selector.matchLabels['cnpg.io/cluster']).sort()).toEqual(names);
});

test('each database archives its log, and is backed up, to a store of its own', () => {
  const plugin = { name: 'barman-cloud.cloudnative-pg.io' };
  const stores = find<{ retentionPolicy: string }>('ObjectStore');
  expect(stores.map(({ spec }) => spec.retentionPolicy)).toEqual(clusters.map(() => '30d'));
  expect(clusters.flatMap(({ spec }) => spec.plugins).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))).toEqual(
    stores
      .map(({ metadata }) => metadata.name)
      .sort()
      .map((barmanObjectName) => ({ ...plugin, isWALArchiver: true, parameters: { barmanObjectName } })),
  );
  for (const { spec } of find<object>('ScheduledBackup'))
    expect(spec).toMatchObject({ method: 'plugin', pluginConfiguration: plugin });
});

// A Pooler of standbys would lead to any of them.
test('each database has a Pooler in transaction mode, to its primary, with fewer connections than the server', () => {
  const poolers = find<{
    cluster: { name: string };
    type: string;
    instances: number;
    pgbouncer: { poolMode: string; parameters: Record<string, string> };
  }>('Pooler');
  expect(poolers.map(({ metadata, spec }) => `${metadata.name} ${spec.cluster.name}`).sort()).toEqual(
    clusters.map(({ metadata }) => `${metadata.name.replace(/db$/, 'pool')} ${metadata.name}`).sort(),
  );
  for (const { spec } of poolers) {
    const { poolMode, parameters } = spec.pgbouncer;
    expect([spec.type, poolMode, parameters.ignore_startup_parameters]).toEqual(['rw', 'transaction', 'options']);
    const server = clusters.find(({ metadata }) => metadata.name === spec.cluster.name)?.spec.postgresql.parameters;
    expect(spec.instances * Number(parameters.default_pool_size)).toBeLessThan(Number(server?.max_connections) / 2);
  }
});

test('a name among the read URLs leads to one server', () => {
  const services = manifests.filter(({ kind }) => kind === 'Service') as unknown as {
    metadata: { name: string };
    spec: { selector: Record<string, string> };
  }[];
  expect(services.map(({ metadata, spec }) => `${metadata.name} ${JSON.stringify(spec.selector)}`).sort()).toEqual(
    SUBGRAPHS.flatMap((name) =>
      [1, 2, 3].map(
        (server) => `${name}-read-${server} ${JSON.stringify({ 'cnpg.io/instanceName': `${name}-db-${server}` })}`,
      ),
    ).sort(),
  );
});

test('three NATS servers are on machines of their own, and one at a time is drained', () => {
  const values = parse(readFileSync(inRepository('deploy/k8s/platform/nats-values.yaml'), 'utf8'));
  expect(values).toMatchObject({
    config: { cluster: { enabled: true, replicas: 3 } },
    podDisruptionBudget: { enabled: true, merge: { spec: { maxUnavailable: 1 } } },
    podTemplate: {
      topologySpreadConstraints: {
        'kubernetes.io/hostname': { whenUnsatisfiable: 'DoNotSchedule' },
        'topology.kubernetes.io/zone': { maxSkew: 1 },
      },
    },
  });
});

function find<Spec>(kind: string): { metadata: Manifest['metadata']; spec: Spec }[] {
  return manifests.filter((manifest) => manifest.kind === kind) as unknown as {
    metadata: Manifest['metadata'];
    spec: Spec;
  }[];
}

function nameOf({ parameters }: Cluster['spec']['plugins'][number]): string {
  return parameters.barmanObjectName ?? '';
}
