import { globSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import type { Manifest } from '@ledgergraph/test-kit/kustomize';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';

export const DEPLOYED = ['deploy/k8s/overlays/dev', 'deploy/k8s/overlays/prod'];

export interface Workload {
  manifest: Manifest;
  id: string;
  component: string;
  team: string;
  labels: Record<string, string>;
  pod: IPodSpec;
}

/** Folders that can be applied as they are, from the repository's root. */
export function listKustomizations(): string[] {
  return globSync(inRepository('deploy/k8s/**/kustomization.yaml'))
    .map((file) => relative(repositoryDir, dirname(file)))
    .filter((folder) => /\/(base|overlays\/.*)$/.test(folder) && !folder.endsWith('/settings'))
    .sort();
}

export function listWorkloads(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const { template } = (manifest as { spec?: { template?: Pick<Workload, never> } }).spec ?? {};
    if (template === undefined) return [];
    const { metadata, spec } = template as { metadata: { labels: Record<string, string> }; spec: IPodSpec };
    return {
      manifest,
      id: `${manifest.metadata.namespace}/${manifest.metadata.name}`,
      component: manifest.metadata.labels?.['app.kubernetes.io/component'] ?? '',
      team: manifest.metadata.labels?.['ledgergraph.io/team'] ?? '',
      labels: metadata.labels,
      pod: spec,
    };
  });
}

/** Those that run first included. */
export function listContainers({ pod }: Pick<Workload, 'pod'>): IContainer[] {
  return [...(pod.initContainers ?? []), ...pod.containers];
}
