import { createLoaders } from '@ledgergraph/addresses/graph/loaders';
import { resolvers } from '@ledgergraph/addresses/graph/resolvers';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import {
  type BigAndSmall,
  type ExtremeRead,
  inventExtreme,
  SMALL_EXTENT,
} from '@ledgergraph/generators/generated-rows/big-address';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { ListCosts } from '@ledgergraph/test-kit/list-costs/list-costs';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { startDatabaseServer } from '../backfill/database-server.ts';

export const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

export const BIG_AND_SMALL: BigAndSmall = {
  chainId: CHAIN,
  tip: 100_000,
  big: inventExtreme('big', { transactions: 1_000_000, utxos: 100_000, currencies: 1_000, holders: 100_000 }),
  small: inventExtreme('small', SMALL_EXTENT),
  ordinary: 100_000,
};

export interface AddressStand {
  tipHash: string;
  ask(read: ExtremeRead): Promise<void>;
  pagesOf(read: ExtremeRead): Promise<number>;
}

export async function openAddressStand(
  cleanup: AsyncDisposableStack,
  generate: (db: SqlExecutor) => Promise<void>,
): Promise<AddressStand> {
  await startDatabaseServer(cleanup);
  const { url } = await createTestDatabase({ service: 'addresses' });
  const db = openWriter(url);
  cleanup.defer(() => db.$disconnect());
  await saveNetwork(db, announcedNetwork('vrsctest-a'));
  await generate(db);
  await db.$executeRawUnsafe('VACUUM ANALYZE');
  const open = (read: SqlExecutor) =>
    openTestSubgraph({
      schema: new URL('../../../services/addresses/schema.graphql', import.meta.url),
      resolvers,
      db: read,
      loaders: (context) => createLoaders(context),
    });
  const subgraph = await open(db);
  cleanup.defer(() => subgraph.close());
  const recorder = recordStatements(db);
  const recorded = await open(recorder.db);
  cleanup.defer(() => recorded.close());
  const costs = await ListCosts.open({ subgraph: recorded, recorder, db, roots: {}, entities: {} });
  const cursor = await findCursor(db, CHAIN);
  if (cursor === null) throw new Error('no block was generated');
  return {
    tipHash: cursor.hash,
    async ask({ query, variables }) {
      const { errors } = await subgraph.ask(query, variables);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
    },
    pagesOf: ({ query, variables }) => costs.pagesOf(query, variables),
  };
}
