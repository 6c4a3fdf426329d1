import { buildManifests } from '@ledgergraph/test-kit/kustomize';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { findPodSecurityFaults } from './pod-security.ts';
import { DEPLOYED, listContainers, listWorkloads, type Workload } from './workloads.ts';

const builds = new Map<string, Workload[]>();

beforeAll(async () => {
  for (const folder of DEPLOYED) builds.set(folder, listWorkloads(await buildManifests(folder)));
});

test.each(DEPLOYED)('%s: every pod would be admitted by Pod Security "restricted"', (folder) => {
  const workloads = builds.get(folder) ?? [];
  expect(workloads.length).toBe(24);
  expect(workloads.flatMap(({ id, pod }) => findPodSecurityFaults(pod).map((fault) => `${id}: ${fault}`))).toEqual([]);
});

test.each(DEPLOYED)('%s: no pod can write to its file system or holds a token of the cluster', (folder) => {
  for (const workload of builds.get(folder) ?? []) {
    expect(workload.pod.automountServiceAccountToken).toBe(false);
    for (const { securityContext } of listContainers(workload)) {
      expect(securityContext?.readOnlyRootFilesystem).toBe(true);
    }
  }
});

test('every namespace enforces it', async () => {
  const namespaces = (await buildManifests('deploy/k8s/base')).filter(({ kind }) => kind === 'Namespace');
  expect(namespaces.length).toBe(10);
  for (const { metadata } of namespaces) {
    expect(metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted');
  }
});

const spoilt: [string, (pod: IPodSpec) => object][] = [
  ['shares a namespace of the host', () => ({ hostNetwork: true })],
  ['has a volume of a kind that is not allowed', () => ({ volumes: [{ name: 'a', hostPath: { path: '/' } }] })],
  [
    'sets a system parameter',
    (pod) => ({ securityContext: { ...pod.securityContext, sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }),
  ],
  ['may run as root', (pod) => ({ securityContext: { ...pod.securityContext, runAsUser: 0 } })],
  [
    'does not have to be another user',
    (pod) => ({ securityContext: { ...pod.securityContext, runAsNonRoot: undefined } }),
  ],
  ['has no seccomp profile', (pod) => ({ securityContext: { ...pod.securityContext, seccompProfile: undefined } })],
  ['is privileged', (pod) => spoilContainer(pod, { privileged: true })],
  ['may gain privileges', (pod) => spoilContainer(pod, { allowPrivilegeEscalation: undefined })],
  ['runs as root', (pod) => spoilContainer(pod, { runAsUser: 0 })],
  ['keeps capabilities', (pod) => spoilContainer(pod, { capabilities: {} })],
  ['adds capabilities', (pod) => spoilContainer(pod, { capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } })],
  ['sees more of /proc', (pod) => spoilContainer(pod, { procMount: 'Unmasked' })],
  ['chooses an SELinux', (pod) => spoilContainer(pod, { seLinuxOptions: { user: 'system_u' } })],
];

test.each(spoilt)('a pod that %s would be refused', (fault, spoil) => {
  const [workload] = builds.get('deploy/k8s/overlays/prod') ?? [];
  if (workload === undefined) throw new Error('no workload');
  const faults = findPodSecurityFaults({ ...workload.pod, ...spoil(workload.pod) });
  expect(faults.join()).toContain(fault);
});

function spoilContainer(pod: IPodSpec, securityContext: object): object {
  const [first, ...others] = pod.containers;
  return { containers: [{ ...first, securityContext: { ...first?.securityContext, ...securityContext } }, ...others] };
}
