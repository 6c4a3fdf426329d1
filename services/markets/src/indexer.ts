import type { IndexerEnv } from '@ledgergraph/chain-kit/env';
import { type Consumer, openConsumer } from '@ledgergraph/chain-kit/indexing/open-consumer';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { createHandler } from '#/indexing/handler.ts';
import { RuleViolations } from '#/indexing/rule-violations.ts';

export { indexerEnv as env } from './env.ts';

export const consumer: Consumer = {
  name: 'markets',
  createHandler: (registry) => createHandler(new RuleViolations(registry)),
};

export async function openIndexer(env: IndexerEnv, context: RoleContext): Promise<void> {
  await openConsumer(consumer, env, context);
}
