import { createContext as connectAddresses } from '@ledgergraph/addresses/context';
import { createLoaders as createAddressLoaders } from '@ledgergraph/addresses/graph/loaders';
import { resolvers as addressResolvers } from '@ledgergraph/addresses/graph/resolvers';
import { createAddressHandler } from '@ledgergraph/addresses/indexing/address-handler';
import { connectDatabase as connectBlocks } from '@ledgergraph/blocks/context';
import { createApiServer } from '@ledgergraph/blocks/create-api-server';
import { applyBatch } from '@ledgergraph/blocks/indexing/apply-batch';
import { prepareBlocks } from '@ledgergraph/blocks/indexing/prepare-blocks';
import { readBlock } from '@ledgergraph/blocks/indexing/read-blocks';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { onlyDatabase } from '@ledgergraph/chain-kit/databases/chain-databases';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createSubgraph, type SubgraphOptions } from '@ledgergraph/chain-kit/graph/create-subgraph';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { createContext as connectCurrencies } from '@ledgergraph/currencies/context';
import { createLoaders as createCurrencyLoaders } from '@ledgergraph/currencies/graph/loaders';
import { resolvers as currencyResolvers } from '@ledgergraph/currencies/graph/resolvers';
import { currencyHandler } from '@ledgergraph/currencies/indexing/currency-handler';
import type { SubgraphSchema } from '@ledgergraph/gateway/compose/compose-supergraph';
import type { Network } from '@ledgergraph/graph-kit/network';
import { createContext as connectIdentities } from '@ledgergraph/identities/context';
import { createLoaders as createIdentityLoaders } from '@ledgergraph/identities/graph/loaders';
import { resolvers as identityResolvers } from '@ledgergraph/identities/graph/resolvers';
import { identityHandler } from '@ledgergraph/identities/indexing/identity-handler';
import { createContext as connectMarkets } from '@ledgergraph/markets/context';
import { createLoaders as createMarketLoaders } from '@ledgergraph/markets/graph/loaders';
import { resolvers as marketResolvers } from '@ledgergraph/markets/graph/resolvers';
import { createHandler as createMarketHandler } from '@ledgergraph/markets/indexing/handler';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createContext as connectStatistics } from '@ledgergraph/statistics/context';
import { createLoaders as createStatisticsLoaders } from '@ledgergraph/statistics/graph/loaders';
import { resolvers as statisticsResolvers } from '@ledgergraph/statistics/graph/resolvers';
import { handler as statisticsHandler } from '@ledgergraph/statistics/indexing/handler';
import { applyBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';

export const SECRET = 'a secret between parts of one test';
const logger = createLogger('as-of-test', 'silent');

type Database = SqlClient<SqlExecutor> & { $disconnect(): Promise<void> };
type Server = Awaited<ReturnType<typeof createInternalServer>>;

/** One subgraph inside this process: its database, how blocks get into it, and its server, which listens nowhere. */
export interface Service {
  db: Database;
  server: Server;
  apply(network: Network, blocks: readonly Block[]): Promise<void>;
}

/** All subgraphs by name, on databases that are migrated already. */
export async function openServices(
  schemas: readonly SubgraphSchema[],
  databaseUrl: (service: string) => string,
): Promise<Map<string, Service>> {
  const sdl = (name: string): string => schemas.find((schema) => schema.name === name)?.sdl ?? '';
  const blocks = connectBlocks(databaseUrl('blocks'));
  const identities = connectIdentities(databaseUrl('identities')).db;
  const currencies = connectCurrencies(databaseUrl('currencies')).db;
  const addresses = connectAddresses(databaseUrl('addresses')).db;
  const markets = connectMarkets(databaseUrl('markets')).db;
  const statistics = connectStatistics(databaseUrl('statistics')).db;
  return new Map<string, Service>([
    ['blocks', await openBlocks(blocks)],
    [
      'identities',
      await openConsumer(identities, identityHandler, {
        typeDefs: sdl('identities'),
        resolvers: identityResolvers,
        loaders: createIdentityLoaders,
      }),
    ],
    [
      'currencies',
      await openConsumer(currencies, currencyHandler, {
        typeDefs: sdl('currencies'),
        resolvers: currencyResolvers,
        loaders: createCurrencyLoaders,
      }),
    ],
    [
      'addresses',
      await openConsumer(addresses, createAddressHandler(), {
        typeDefs: sdl('addresses'),
        resolvers: addressResolvers,
        loaders: (context) => createAddressLoaders(context),
      }),
    ],
    [
      'markets',
      await openConsumer(markets, createMarketHandler(), {
        typeDefs: sdl('markets'),
        resolvers: marketResolvers,
        loaders: createMarketLoaders,
      }),
    ],
    [
      'statistics',
      await openConsumer(statistics, statisticsHandler, {
        typeDefs: sdl('statistics'),
        resolvers: statisticsResolvers,
        loaders: createStatisticsLoaders,
      }),
    ],
  ]);
}

async function openBlocks(db: ReturnType<typeof connectBlocks>): Promise<Service> {
  return {
    db,
    server: await createApiServer({ primaries: ofAllChains(db), secret: SECRET, subgraphs: [], logger }),
    async apply({ chainId }, blocks) {
      const parent = await findCursor(db, chainId);
      const read = blocks.map((block) => readBlock(block));
      await applyBatch(db, chainId, await prepareBlocks(db, chainId, { parent, blocks: read, replaced: null }));
    },
  };
}

async function openConsumer<Loaders>(
  db: Database,
  handler: BlockHandler<SqlExecutor>,
  graph: Pick<SubgraphOptions<Loaders>, 'typeDefs' | 'resolvers' | 'loaders'>,
): Promise<Service> {
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  await createSubgraph({ server, databases: onlyDatabase(db), secret: SECRET, logger, ...graph });
  return {
    db,
    server,
    apply: (network, blocks) => applyBlocks({ db, handler }, network, blocks, blocks.length),
  };
}
