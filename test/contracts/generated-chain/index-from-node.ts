import { createClient, createRouterTransport } from '@connectrpc/connect';
import { createAddressHandler } from '@ledgergraph/addresses/indexing/address-handler';
import { followChain } from '@ledgergraph/blocks/chain/follow-chain';
import { connectNodes } from '@ledgergraph/blocks/chain/verus-nodes';
import { announceNetwork } from '@ledgergraph/blocks/networks/announce-network';
import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { blockStreamService } from '@ledgergraph/blocks/stream/block-stream-service';
import { readNetworkMessage, saveNetwork } from '@ledgergraph/chain-kit/chain/network';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import { ChainSync } from '@ledgergraph/chain-kit/indexing/sync-chain';
import { currencyHandler } from '@ledgergraph/currencies/indexing/currency-handler';
import { identityHandler } from '@ledgergraph/identities/indexing/identity-handler';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';

const HANDLERS = { identities: identityHandler, currencies: currencyHandler, addresses: createAddressHandler() };
type IndexerName = keyof typeof HANDLERS;

/**
 * Indexes all that a node has with the services' own code, into databases that the cleanup drops.
 * @returns connection strings by service
 */
export async function indexFromNode(
  network: NetworkSettings,
  cleanup: AsyncDisposableStack,
): Promise<Record<IndexerName, string>> {
  const logger = createLogger('generated', 'silent');
  const createDatabase = async (service: string): Promise<string> => {
    const database = await createTestDatabase({ service });
    cleanup.defer(() => database.drop());
    return database.url;
  };
  const db = openWriter(await createDatabase('blocks'));
  cleanup.defer(() => db.$disconnect());
  const nodes = connectNodes(network);
  cleanup.defer(() => nodes.close());
  await announceNetwork(db, await nodes.choose(), network);
  const deps = { chainId: network.chainId, db, logger, onCommit: () => undefined };
  while ((await followChain(deps, await nodes.choose())) !== 'at-tip');

  const service = blockStreamService({ db, subgraphs: [] });
  const transport = createRouterTransport((router) => router.service(BlockStreamService, service));
  const stream = createClient(BlockStreamService, transport);
  const { networks } = await stream.listNetworks({});
  const index = async (consumer: IndexerName): Promise<string> => {
    const handler = HANDLERS[consumer];
    const url = await createDatabase(consumer);
    const prisma = openWriter(url);
    cleanup.defer(() => prisma.$disconnect());
    for (const message of networks) {
      await saveNetwork(prisma, message);
      const sync = new ChainSync(
        { consumer, reporter: new Reporter(), stream, prisma, handler, logger },
        readNetworkMessage(message),
      );
      while ((await sync.step()).kind !== 'at-tip');
    }
    return url;
  };
  return {
    identities: await index('identities'),
    currencies: await index('currencies'),
    addresses: await index('addresses'),
  };
}
