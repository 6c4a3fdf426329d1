import type { Client } from '@connectrpc/connect';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import { ChainSync } from '@ledgergraph/chain-kit/indexing/sync-chain';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { BlockStreamService, Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createLogger } from '@ledgergraph/service-kit/logger';

/** Subgraphs that index from the block stream. */
export const INDEXERS = ['identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;
export type IndexerName = (typeof INDEXERS)[number];

/** The code of a service is loaded when its handler is asked for: a process that runs one indexer has no other's code. */
const HANDLERS: Record<IndexerName, () => Promise<BlockHandler<SqlExecutor>>> = {
  identities: async () => (await import('@ledgergraph/identities/indexing/identity-handler')).identityHandler,
  currencies: async () => (await import('@ledgergraph/currencies/indexing/currency-handler')).currencyHandler,
  addresses: async () => (await import('@ledgergraph/addresses/indexing/address-handler')).createAddressHandler(),
  markets: async () => (await import('@ledgergraph/markets/indexing/handler')).createHandler(),
  statistics: async () => (await import('@ledgergraph/statistics/indexing/handler')).handler,
};

/** The handler of an indexer, for a caller that takes blocks to it by itself. */
export function loadHandler(consumer: IndexerName): Promise<BlockHandler<SqlExecutor>> {
  return HANDLERS[consumer]();
}

/** Dependencies of an indexer inside this process. */
export interface IndexerStand {
  consumer: IndexerName;
  db: SqlClient<SqlExecutor>;
  stream: Client<typeof BlockStreamService>;
}

/** An indexer's loop over one announced network, with the service's own handler; the caller takes its steps. */
export async function openIndexer(
  { consumer, db, stream }: IndexerStand,
  network: NetworkMessage,
): Promise<ChainSync<SqlExecutor>> {
  const handler = await loadHandler(consumer);
  await saveNetwork(db, network);
  const logger = createLogger(consumer, 'silent');
  const deps = { consumer, reporter: new Reporter(), stream, db, handler, logger };
  return new ChainSync(deps, readNetworkMessage(network));
}

/** Indexes all networks of a stream, each to its tip. */
export async function syncToTip(stand: IndexerStand): Promise<void> {
  const { networks } = await stand.stream.listNetworks({});
  if (networks.length === 0) throw new Error('the stream has announced no network');
  for (const network of networks) {
    const sync = await openIndexer(stand, network);
    while ((await sync.step()).kind !== 'at-tip');
  }
}
