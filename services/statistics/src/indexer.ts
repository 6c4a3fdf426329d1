import type { IndexerEnv } from '@ledgergraph/chain-kit/env';
import { openConsumer } from '@ledgergraph/chain-kit/indexing/open-consumer';
import type { AdapterOptions } from '@ledgergraph/service-kit/db/prisma-adapter';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { handler } from '#/indexing/handler.ts';
import { createContext } from './context.ts';

export { indexerEnv as env } from './env.ts';

export async function openIndexer(env: IndexerEnv, context: RoleContext): Promise<void> {
  const connect = (url: string, options: AdapterOptions) => createContext(url, options).db;
  await openConsumer({ consumer: 'statistics', env, connect, handler }, context);
}
