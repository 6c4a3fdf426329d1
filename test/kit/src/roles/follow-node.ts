import { type Client, createClient, createRouterTransport } from '@connectrpc/connect';
import { followChain } from '@ledgergraph/blocks/following/follow-chain';
import { connectNodes } from '@ledgergraph/blocks/following/verus-nodes';
import { announceNetwork } from '@ledgergraph/blocks/networks/announce-network';
import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { blockStreamService } from '@ledgergraph/blocks/stream/block-stream-service';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { createLogger } from '@ledgergraph/service-kit/logger';

/** Up to the nodes' tip or as far as they can be used, with the code of the blocks service. */
export async function followNode(settings: NetworkSettings, db: SqlClient<SqlExecutor>): Promise<void> {
  const logger = createLogger('follow-node', 'silent');
  const nodes = connectNodes(settings);
  try {
    await announceNetwork(db, await nodes.choose(), settings);
    const deps = { ...settings, db, logger, onCommit: () => undefined };
    while ((await followChain(deps, await nodes.choose())) === 'advanced');
  } finally {
    await nodes.close();
  }
}

/** Inside this process. @param subgraphs whose progress it counts */
export function openLocalStream(
  db: SqlClient<SqlExecutor>,
  subgraphs: readonly string[],
): Client<typeof BlockStreamService> {
  const service = blockStreamService({ databases: ofAllChains(db), subgraphs });
  return createClient(
    BlockStreamService,
    createRouterTransport((router) => {
      router.service(BlockStreamService, service);
    }),
  );
}
