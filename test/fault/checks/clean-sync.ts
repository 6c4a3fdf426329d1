import { createClient, createRouterTransport } from '@connectrpc/connect';
import { createContext as connectAddresses } from '@ledgergraph/addresses/context';
import { createAddressHandler } from '@ledgergraph/addresses/indexing/address-handler';
import { followChain } from '@ledgergraph/blocks/chain/follow-chain';
import { connectNodes } from '@ledgergraph/blocks/chain/verus-nodes';
import { connectDatabase as connectBlocks } from '@ledgergraph/blocks/context';
import { announceNetwork } from '@ledgergraph/blocks/networks/announce-network';
import { blockStreamService } from '@ledgergraph/blocks/stream/block-stream-service';
import { readNetworkMessage, saveNetwork } from '@ledgergraph/chain-kit/chain/network';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import { ChainSync } from '@ledgergraph/chain-kit/indexing/sync-chain';
import { createContext as connectCurrencies } from '@ledgergraph/currencies/context';
import { currencyHandler } from '@ledgergraph/currencies/indexing/currency-handler';
import { createContext as connectIdentities } from '@ledgergraph/identities/context';
import { identityHandler } from '@ledgergraph/identities/indexing/identity-handler';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readMeta } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { SubgraphName } from '../stage/programs.ts';

const CREDENTIALS = { user: 'clean', password: 'clean' };
const logger = createLogger('clean-sync', 'silent');

/**
 * Syncs the chain that a recording ends with straight into empty databases: one healthy node, no reorganisation, no process
 * but this one. What the services hold after all faults has to equal this.
 */
export async function syncClean(recordingDir: string, databaseUrl: (service: SubgraphName) => string): Promise<void> {
  const consumers = ['identities', 'currencies', 'addresses'] as const;
  const blocks = connectBlocks(databaseUrl('blocks'));
  const node = await startRecordedNode({ recordingDir, ...CREDENTIALS, from: 'end' });
  try {
    await followToTip(recordingDir, node.url, blocks);
    const stream = createClient(
      BlockStreamService,
      createRouterTransport((router) => {
        router.service(BlockStreamService, blockStreamService({ db: blocks, subgraphs: consumers }));
      }),
    );
    const { networks } = await stream.listNetworks({});
    const [message] = networks;
    if (message === undefined) throw new Error('no network was announced');
    const run = async (consumer: SubgraphName, prisma: Disconnectable, handler: BlockHandler<SqlExecutor>) => {
      await saveNetwork(prisma, message);
      const sync = new ChainSync(
        { consumer, reporter: new Reporter(), stream, prisma, handler, logger },
        readNetworkMessage(message),
      );
      while ((await sync.step()).kind !== 'at-tip');
      await prisma.$disconnect();
    };
    await run('identities', connectIdentities(databaseUrl('identities')).db, identityHandler);
    await run('currencies', connectCurrencies(databaseUrl('currencies')).db, currencyHandler);
    await run('addresses', connectAddresses(databaseUrl('addresses')).db, createAddressHandler());
  } finally {
    await node.stop();
    await blocks.$disconnect();
  }
}

type Disconnectable = SqlClient<SqlExecutor> & { $disconnect(): Promise<void> };

async function followToTip(recordingDir: string, url: string, db: SqlClient<SqlExecutor>): Promise<void> {
  const { chainId, name, environment } = readMeta(recordingDir);
  const settings = { chainId, name, environment, isDefault: true, endpoints: [{ url, ...CREDENTIALS }] };
  const nodes = connectNodes(settings);
  try {
    await announceNetwork(db, await nodes.choose(), settings);
    const follow = async () => followChain({ chainId, db, logger, onCommit: () => undefined }, await nodes.choose());
    while ((await follow()) !== 'at-tip');
  } finally {
    await nodes.close();
  }
}
