import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { followNode, openLocalStream } from '../../in-process/follow-node.ts';
import { type IndexerName, syncToTip } from '../../in-process/indexers.ts';

/**
 * Indexes all that a node has with the services' own code, into databases that the cleanup drops.
 * @returns connection strings by service
 */
export async function indexFromNode(
  network: NetworkSettings,
  cleanup: AsyncDisposableStack,
): Promise<Record<IndexerName, string>> {
  const openDatabase = async (service: string) => {
    const { url, drop } = await createTestDatabase({ service });
    cleanup.defer(drop);
    const db = openWriter(url);
    cleanup.defer(() => db.$disconnect());
    return { url, db };
  };
  const blocks = await openDatabase('blocks');
  await followNode(network, blocks.db);
  const stream = openLocalStream(blocks.db, []);
  const index = async (consumer: IndexerName): Promise<string> => {
    const { url, db } = await openDatabase(consumer);
    await syncToTip({ consumer, db, stream });
    return url;
  };
  return {
    identities: await index('identities'),
    currencies: await index('currencies'),
    addresses: await index('addresses'),
  };
}
