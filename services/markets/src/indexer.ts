import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import type { IndexerEnv } from '@ledgergraph/chain-kit/env';
import { openConsumer } from '@ledgergraph/chain-kit/indexing/open-consumer';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import type { Registry } from 'prom-client';
import { Disagreements } from '#/indexing/disagreements.ts';
import { createHandler } from '#/indexing/handler.ts';

export { indexerEnv as env } from './env.ts';

export async function openIndexer(env: IndexerEnv, context: RoleContext): Promise<void> {
  const disagreements = new Disagreements();
  const handler = createHandler(disagreements);
  const measure = (registry: Registry) => disagreements.measure(registry);
  await openConsumer({ consumer: 'markets', env, connect: openWriter, handler, measure }, context);
}
