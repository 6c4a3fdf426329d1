import { buildManifests, type Manifest } from '@ledgergraph/test-kit/kustomize';
import { isReachable, mayLeave, type Pod, type Policy } from './network.ts';
import { DEPLOYED, listWorkloads } from './workloads.ts';

/** With the labels that deploy/k8s/README.md gives to operators. */
const OTHERS: Pod[] = [
  other('postgres', 5432),
  other('nats', 4222),
  other('verus-nodes', 27486),
  other('monitoring', 9090),
  other('ingress', 80),
  { ...other('stranger', 8080), namespaceLabels: {} },
];
const METADATA = ['169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254'];
const SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'];
const PUBLIC = ['203.0.113.7', '2001:db8::7'];
/** The first and last address of each range. */
const NOT_PUBLIC = [
  ['10.0.0.0', '10.255.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
].flat();
/** Customers may have these neighbours. */
const BESIDE = [
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
];
const PORTS = [...Array.from({ length: 1023 }, (_, index) => index + 1), 4222, 5432, 8080, 8443, 9464, 27486, 65535];

const clusters = new Map<string, { pods: Pod[]; policies: Policy[] }>();

beforeAll(async () => {
  for (const folder of DEPLOYED) clusters.set(folder, readCluster(await buildManifests(folder)));
});

describe.each(DEPLOYED)('%s', (folder) => {
  const cluster = () => clusters.get(folder) ?? { pods: [], policies: [] };

  test('connections between pods', () => {
    const { pods, policies } = cluster();
    const all = [...pods, ...OTHERS];
    const reached = all.flatMap((from) =>
      all.flatMap((to) =>
        from === to || (OTHERS.includes(from) && OTHERS.includes(to))
          ? []
          : Object.entries(to.ports)
              .filter(([, port]) => isReachable(policies, from, to, port))
              .map(([name]) => `${from.name} → ${to.name} ${name}`),
      ),
    );
    expect(reached.sort()).toEqual(expectedConnections().sort());
  });

  test('no pod may reach the addresses where clouds keep their metadata', () => {
    const { pods, policies } = cluster();
    for (const pod of pods) {
      for (const address of METADATA) {
        const open = [80, 443, 465, 587, 8080, 27486].filter((port) => mayLeave(policies, pod, { address }, port));
        expect({ pod: pod.name, address, open }).toEqual({ pod: pod.name, address, open: [] });
      }
    }
  });

  test('only mails, webhooks and calls of nodes leave the cluster', () => {
    const { pods, policies } = cluster();
    const leaving = pods.flatMap((pod) =>
      PUBLIC.flatMap((address) => {
        const open = PORTS.filter((port) => mayLeave(policies, pod, { address }, port));
        return open.length === 0 ? [] : `${pod.name} → ${address} ${open.join()}`;
      }),
    );
    expect(leaving.sort()).toEqual([
      'accounts-api → 203.0.113.7 465,587',
      'webhooks-api → 2001:db8::7 80,443',
      'webhooks-api → 203.0.113.7 80,443',
    ]);
  });

  // Customers choose the targets of webhooks.
  test('webhooks go to public addresses only', () => {
    const { pods, policies } = cluster();
    const webhooks = pods.find(({ name }) => name === 'webhooks-api');
    if (webhooks === undefined) throw new Error('not in the cluster');
    const isOpen = (address: string): boolean =>
      [80, 443, 5432, 8080].some((port) => mayLeave(policies, webhooks, { address }, port));
    expect(NOT_PUBLIC.filter(isOpen)).toEqual([]);
    expect(BESIDE.filter((address) => !isOpen(address))).toEqual([]);
  });
});

test('in production only the indexer of blocks reaches the nodes, at their addresses', () => {
  const { pods, policies } = clusters.get('deploy/k8s/overlays/prod') ?? { pods: [], policies: [] };
  const asking = pods.filter((pod) => mayLeave(policies, pod, { address: '192.0.2.10' }, 27486));
  expect(asking.map(({ name }) => name)).toEqual(['blocks-indexer']);
});

test('without the policy of default deny a strange pod would be let in', () => {
  const { pods, policies } = clusters.get('deploy/k8s/overlays/prod') ?? { pods: [], policies: [] };
  const api = pods.find(({ name }) => name === 'identities-api');
  const stranger = OTHERS.at(-1);
  if (api === undefined || stranger === undefined) throw new Error('not in the cluster');
  expect(isReachable(policies, stranger, api, 8080)).toBe(false);
  const without = policies.filter(({ metadata }) => metadata?.namespace !== api.namespace);
  expect(isReachable(without, stranger, api, 8080)).toBe(true);
});

function expectedConnections(): string[] {
  const asked = [...SUBGRAPHS, 'accounts'].map((name) => `${name}-api`);
  const apis = [...asked, 'webhooks-api'];
  const indexers = SUBGRAPHS.map((name) => `${name}-indexer`);
  const jobs = [...SUBGRAPHS, 'accounts', 'webhooks'].map((name) => `${name}-migrate`);
  return [
    'ingress → gateway http',
    'ingress → portal-api http',
    'gateway → portal-api http',
    'portal-api → gateway http',
    'portal-api → accounts-api http',
    ...asked.map((api) => `gateway → ${api} http`),
    'accounts-api → webhooks-api http',
    'webhooks-api → accounts-api http',
    'webhooks-api → gateway http',
    ...indexers.filter((name) => name !== 'blocks-indexer').map((name) => `${name} → blocks-api http`),
    ...[...apis, ...indexers, ...jobs].map((name) => `${name} → postgres port`),
    ...[...indexers, 'gateway', 'accounts-api'].map((name) => `${name} → nats port`),
    'addresses-api → blocks-api http',
    'blocks-api → blocks-indexer http',
    'blocks-indexer → verus-nodes port',
    ...[...apis, ...indexers, 'portal-api', 'gateway'].map((name) => `monitoring → ${name} metrics`),
  ];
}

function readCluster(manifests: Manifest[]): { pods: Pod[]; policies: Policy[] } {
  const namespaces = new Map(
    manifests.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => [metadata.name, metadata.labels ?? {}]),
  );
  const pods = listWorkloads(manifests).map(({ manifest, labels, pod }): Pod => {
    const { name, namespace = '' } = manifest.metadata;
    const ports = (pod.containers[0]?.ports ?? []).map(
      ({ name = '', containerPort }) => [name, containerPort] as const,
    );
    return {
      name,
      namespace,
      labels,
      namespaceLabels: namespaces.get(namespace) ?? {},
      ports: Object.fromEntries(ports),
    };
  });
  return { pods, policies: manifests.filter(({ kind }) => kind === 'NetworkPolicy') as Policy[] };
}

function other(name: string, port: number): Pod {
  return { name, namespace: name, labels: {}, namespaceLabels: { 'ledgergraph.io/provides': name }, ports: { port } };
}
