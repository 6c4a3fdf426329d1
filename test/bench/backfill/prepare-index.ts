import { readNetworkMessage, saveNetwork } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { Bell } from '@ledgergraph/chain-kit/indexing/bell';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import { ChainSync } from '@ledgergraph/chain-kit/indexing/sync-chain';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { IndexerName, Job, PreparedJob } from './job.ts';
import { openStream } from './open-stream.ts';

/** After so long without a bell an indexer looks anyhow. */
const RECONCILE_MS = 5_000;

const HANDLERS: Record<IndexerName, () => Promise<BlockHandler<SqlExecutor>>> = {
  identities: async () => (await import('@ledgergraph/identities/indexing/identity-handler')).identityHandler,
  currencies: async () => (await import('@ledgergraph/currencies/indexing/currency-handler')).currencyHandler,
  addresses: async () => (await import('@ledgergraph/addresses/indexing/address-handler')).createAddressHandler(),
};

/** The steps that a service's indexer process takes, until it stands at the tip. */
export async function prepareIndex({
  service,
  databaseUrl,
  stream,
}: Extract<Job, { kind: 'index' }>): Promise<PreparedJob> {
  const db = openWriter(databaseUrl);
  const handler = await HANDLERS[service]();
  const { client, network } = await openStream(stream);
  await saveNetwork(db, network);
  const logger = createLogger('bench', 'silent');
  const deps = { consumer: service, reporter: new Reporter(), stream: client, prisma: db, handler, logger };
  const bell = new Bell();
  return {
    hearBell: () => bell.ring(),
    run: async () => {
      const sync = new ChainSync(deps, readNetworkMessage(network));
      for (;;) {
        const { kind, cursor } = await sync.step();
        if (cursor?.height === stream.tipHeight) return;
        if (kind === 'at-tip') await bell.wait(RECONCILE_MS);
      }
    },
    close: () => db.$disconnect(),
  };
}
