import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests } from '@ledgergraph/test-kit/kustomize';
import { findShape, OTHERS_VARIABLES, resolveEnvironment, sampleSecret } from './environment.ts';
import { listWorkloads } from './workloads.ts';

const OVERLAY = 'node_modules/.cache/ledgergraph/followed-supergraph';
const TEXT = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../../../../deploy/k8s/overlays/prod/gateway]
components: [../../../../deploy/k8s/teams/gateway/followed-supergraph]
`;

test('a gateway reads a signed supergraph and its keys from ConfigMaps that are mounted as folders', async () => {
  await mkdir(inRepository(OVERLAY), { recursive: true });
  await writeFile(inRepository(OVERLAY, 'kustomization.yaml'), TEXT);
  const manifests = await buildManifests(OVERLAY);
  const [gateway] = listWorkloads(manifests);
  const [container] = gateway?.pod.containers ?? [];
  if (gateway === undefined || container === undefined) throw new Error('no gateway');
  const environment = resolveEnvironment(container, gateway, manifests, sampleSecret);
  const shape = await findShape(gateway, container, manifests);
  expect(shape.safeParse(environment).error?.issues ?? []).toEqual([]);
  expect(Object.keys(environment).filter((name) => !(name in shape.shape || OTHERS_VARIABLES.has(name)))).toEqual([]);

  const { SUPERGRAPH_FILE = '', SUPERGRAPH_PUBLIC_KEY_FILE = '', SUPERGRAPH_KEPT_FILE = '' } = environment;
  const mapAt = (folder: string) => {
    const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === folder);
    expect(mount).toMatchObject({ readOnly: true });
    expect(mount?.subPath).toBeUndefined();
    return gateway.pod.volumes?.find(({ name }) => name === mount?.name)?.configMap?.name;
  };
  expect(mapAt(dirname(SUPERGRAPH_FILE))).toBe('supergraph');
  expect(mapAt(dirname(SUPERGRAPH_PUBLIC_KEY_FILE))).toBe('supergraph-keys');

  const kept = container.volumeMounts?.find(({ mountPath }) => mountPath === dirname(SUPERGRAPH_KEPT_FILE));
  expect(kept?.readOnly).toBeUndefined();
  expect(gateway.pod.volumes?.find(({ name }) => name === kept?.name)?.emptyDir).toBeDefined();
});
