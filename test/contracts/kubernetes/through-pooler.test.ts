import { mkdir, writeFile } from 'node:fs/promises';
import { inRepository } from '@ledgergraph/local/repository';
import { buildManifests } from '@ledgergraph/test-kit/kustomize';
import { listContainers, listWorkloads } from './workloads.ts';

const TEAMS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics', 'accounts', 'webhooks'];

async function buildOverlay(team: string) {
  const folder = `node_modules/.cache/ledgergraph/through-pooler/${team}`;
  const text = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../../../../../deploy/k8s/overlays/prod/${team}]
components: [../../../../../deploy/k8s/shared/through-pooler]
`;
  await mkdir(inRepository(folder), { recursive: true });
  await writeFile(inRepository(folder, 'kustomization.yaml'), text);
  return buildManifests(folder);
}

// Migrations hold locks of a session, and an indexer's transactions are long.
test.each(TEAMS)('of %s only what answers connects through the Pooler', async (team) => {
  const containers = listWorkloads(await buildOverlay(team)).flatMap((workload) =>
    listContainers(workload).map(({ name, env = [] }) => {
      const keys = env.flatMap(({ name: variable, valueFrom }) =>
        variable === 'DATABASE_URL' ? [valueFrom?.secretKeyRef?.key] : [],
      );
      return `${workload.component} ${name}: ${keys.join()}`;
    }),
  );
  const hasIndexer = !['accounts', 'webhooks'].includes(team);
  expect(containers.sort()).toEqual(
    [
      'api api: api-url',
      'api wait-for-migrations: url',
      ...(hasIndexer ? ['indexer indexer: url', 'indexer wait-for-migrations: url'] : []),
      'migrate migrate: url',
    ].sort(),
  );
});
