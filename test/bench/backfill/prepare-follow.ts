import { followChain } from '@ledgergraph/blocks/following/follow-chain';
import { connectNodes } from '@ledgergraph/blocks/following/verus-nodes';
import { announceNetwork } from '@ledgergraph/blocks/networks/announce-network';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { Job, PreparedJob } from './job.ts';

export async function prepareFollow(
  { databaseUrl, network }: Extract<Job, { kind: 'follow' }>,
  ringBell: () => void,
): Promise<PreparedJob> {
  const db = openWriter(databaseUrl);
  const nodes = connectNodes(network);
  await announceNetwork(db, await nodes.choose(), network);
  const deps = { chainId: network.chainId, db, logger: createLogger('bench', 'silent'), onCommit: ringBell };
  return {
    run: async () => {
      // The last step only sees that nothing is left.
      while ((await followChain(deps, await nodes.choose())) !== 'at-tip');
    },
    close: async () => {
      await nodes.close();
      await db.$disconnect();
    },
  };
}
