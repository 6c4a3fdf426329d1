import type { IndexerEnv } from '@ledgergraph/chain-kit/env';
import { type Consumer, openConsumer } from '@ledgergraph/chain-kit/indexing/open-consumer';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { createAddressHandler } from '#/indexing/handler.ts';

export { indexerEnv as env } from './env.ts';

export const consumer: Consumer = {
  name: 'addresses',
  createHandler: () => createAddressHandler(),
};

export async function openIndexer(env: IndexerEnv, context: RoleContext): Promise<void> {
  await openConsumer(consumer, env, context);
}
