import { readFileSync } from 'node:fs';
import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import { inRepository } from '@ledgergraph/local/repository';
import { chainDatabasesEnv } from '@ledgergraph/service-kit/db/database-map';
import { databaseEnv } from '@ledgergraph/service-kit/env';
import type { Manifest } from '@ledgergraph/test-kit/kustomize';
import type { IContainer } from 'kubernetes-models/v1/Container';
import { z } from 'zod';
import type { Workload } from './workloads.ts';

export type Shape = Pick<z.ZodObject, 'safeParse' | 'shape'>;

export interface SecretKey {
  namespace: string;
  name: string;
  key: string;
}

/** Read by malloc, and the container's own command. */
export const OTHERS_VARIABLES: ReadonlySet<string> = new Set([
  'MALLOC_ARENA_MAX',
  'MALLOC_TRIM_THRESHOLD_',
  'MALLOC_MMAP_THRESHOLD_',
  'SERVICE',
]);

const MIGRATE = 'packages/service-kit/src/migrate/main.ts';
const PROGRAM = 'deploy/program/src/main.ts';

/** The very object with which `env.ts` reads. */
export async function findShape(
  workload: Workload,
  container: IContainer,
  manifests: readonly Manifest[],
): Promise<Shape> {
  const { team } = workload;
  const [program, ...rest] = readCommand(container, workload, manifests);
  const [script, ...words] = rest.filter((word) => !word.startsWith('--'));
  if (program !== 'node') throw new Error(`${team} runs ${program}`);
  if (script === MIGRATE && words[1] === `services/${team}`)
    return z.object({ ...databaseEnv, CHAIN_DATABASES: chainDatabasesEnv });
  const [run, role = '', ...more] = words;
  if (script !== PROGRAM || run !== 'run' || more.length > 0) throw new Error(`${team} runs ${rest.join(' ')}`);
  if (role === 'gateway') return gatewayShape();
  const shapes = (await import(`@ledgergraph/${team}/env`)) as { apiEnv: Shape; indexerEnv?: Shape };
  const shape = { [`${team}-api`]: shapes.apiEnv, [`${team}-indexer`]: shapes.indexerEnv }[role];
  if (shape === undefined) throw new Error(`${team} has no role ${role}`);
  return shape;
}

export function readCommand(container: IContainer, workload: Workload, manifests: readonly Manifest[]): string[] {
  const environment = resolveEnvironment(container, workload, manifests, sampleSecret);
  return [...(container.command ?? []), ...(container.args ?? [])].map((word) =>
    word.replaceAll(/\$\((\w+)\)/g, (whole, name: string) => environment[name] ?? whole),
  );
}

/** @param secretValue a test has no real one @throws when a ConfigMap or a key of it does not exist */
export function resolveEnvironment(
  container: IContainer,
  { manifest }: Workload,
  manifests: readonly Manifest[],
  secretValue: (secret: SecretKey) => string,
): Record<string, string> {
  const { namespace = '' } = manifest.metadata;
  const resolve = ({ name, value, valueFrom }: NonNullable<IContainer['env']>[number]): [string, string] => {
    if (valueFrom === undefined) return [name, value ?? ''];
    const { configMapKeyRef: config, secretKeyRef: secret } = valueFrom;
    if (secret?.name !== undefined) return [name, secretValue({ namespace, name: secret.name, key: secret.key })];
    const found = readConfigMap(manifests, namespace, config?.name ?? '')?.[config?.key ?? ''];
    if (found === undefined) throw new Error(`${namespace}: no ${config?.key} in ConfigMap ${config?.name}`);
    return [name, found];
  };
  if (container.envFrom !== undefined) throw new Error(`${container.name}: variables are named one by one`);
  return Object.fromEntries((container.env ?? []).map(resolve));
}

export function readConfigMap(
  manifests: readonly Manifest[],
  namespace: string,
  name: string,
): Record<string, string> | undefined {
  const map = manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.namespace === namespace && metadata.name === name,
  );
  return (map as { data?: Record<string, string> } | undefined)?.data;
}

export function sampleSecret({ name, key }: SecretKey): string {
  if (name === 'database') {
    const url = 'postgresql://user:password@postgres.invalid/db';
    if (key === 'chains') return JSON.stringify({ iChain: { url, readUrls: [url] } });
    return key === 'read-urls' ? `${url},${url}` : url;
  }
  if (name === 'mail') return key === 'url' ? 'smtps://user:password@mail.invalid' : 'Ledgergraph <api@example.org>';
  return 'x'.repeat(48);
}

/** deploy/k8s/README.md. */
export function readDocumentedSecrets(): SecretKey[] {
  const subgraphs = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'];
  const teams = [...subgraphs, 'accounts', 'webhooks', 'portal', 'gateway'];
  const groups: Record<string, string[]> = { 'all ten': teams, 'every subgraph': subgraphs };
  const rows = readFileSync(inRepository('deploy/k8s/README.md'), 'utf8').matchAll(
    /^- (.+?) \(`(\w+)`, `([\w-]+)`\): /gm,
  );
  return [...rows].flatMap(([, where = '', name = '', key = '']) => {
    const without = /^all but (.+)$/.exec(where)?.[1]?.split(', ');
    const some = without === undefined ? where.split(', ') : teams.filter((team) => !without.includes(team));
    return (groups[where] ?? some).map((team) => ({ namespace: `ledgergraph-${team}`, name, key }));
  });
}

async function gatewayShape(): Promise<Shape> {
  const { gatewayEnv } = await import('@ledgergraph/gateway/env');
  return gatewayEnv(subgraphNames(readFileSync(inRepository('gateway/supergraph.graphql'), 'utf8')));
}
