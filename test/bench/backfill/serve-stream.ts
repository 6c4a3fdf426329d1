import { blockStreamService } from '@ledgergraph/blocks/stream/block-stream-service';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { SERVING } from '@ledgergraph/service-kit/db/pool-settings';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { INDEXERS } from './indexers.ts';
import type { Job, PreparedJob } from './job.ts';

export async function serveStream({
  databaseUrl,
  port,
  secret,
}: Extract<Job, { kind: 'serve' }>): Promise<PreparedJob> {
  const db = openWriter(databaseUrl, SERVING);
  const server = await createInternalServer({
    secret,
    logger: createLogger('bench', 'silent'),
    ready: async () => ({ ready: true }),
    connect: (router) =>
      router.service(BlockStreamService, blockStreamService({ databases: ofAllChains(db), subgraphs: INDEXERS })),
  });
  await server.listen({ host: '127.0.0.1', port });
  return {
    run: async () => undefined,
    close: async () => {
      await server.close();
      await db.$disconnect();
    },
  };
}
