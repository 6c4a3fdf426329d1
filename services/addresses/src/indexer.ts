import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import type { IndexerEnv } from '@ledgergraph/chain-kit/env';
import { openConsumer } from '@ledgergraph/chain-kit/indexing/open-consumer';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { createAddressHandler } from '#/indexing/address-handler.ts';

export { indexerEnv as env } from './env.ts';

export async function openIndexer(env: IndexerEnv, context: RoleContext): Promise<void> {
  await openConsumer({ consumer: 'addresses', env, connect: openWriter, handler: createAddressHandler() }, context);
}
