import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { loadConsumer } from '@ledgergraph/test-kit/roles/consumers';

/** They count the same coins, each in its own way. */
const COUNTING = ['addresses', 'markets', 'currencies'] as const;
export type Counting = (typeof COUNTING)[number];

interface Indexed {
  db: SqlWriter;
  handler: BlockHandler<SqlExecutor>;
}

/** With the services' own code and a database each. */
export class ThreeSubgraphs {
  readonly #indexed: Record<Counting, Indexed>;

  private constructor(indexed: Record<Counting, Indexed>) {
    this.#indexed = indexed;
  }

  static async open(cleanup: AsyncDisposableStack): Promise<ThreeSubgraphs> {
    const opened: [Counting, Indexed][] = [];
    for (const service of COUNTING) {
      const { url, drop } = await createTestDatabase({ service });
      cleanup.defer(drop);
      const db = openWriter(url);
      cleanup.defer(() => db.$disconnect());
      const { createHandler } = await loadConsumer(service);
      opened.push([service, { db, handler: createHandler() }]);
    }
    return new ThreeSubgraphs(Object.fromEntries(opened) as Record<Counting, Indexed>);
  }

  /** @param batch blocks of a transaction */
  async apply(network: Network, blocks: readonly Block[], batch: number): Promise<void> {
    for (const stand of Object.values(this.#indexed)) {
      await saveNetwork(stand.db, network);
      await applyBlocks(stand, readNetworkMessage(network), blocks, batch);
      // Without statistics, Postgres plans joins of whole tables as loops.
      await stand.db.$executeRawUnsafe('ANALYZE');
    }
  }

  async revert(network: Network, keepHeight: number): Promise<void> {
    for (const stand of Object.values(this.#indexed)) {
      await revertBlocks(stand, readNetworkMessage(network), keepHeight);
    }
  }

  async read<Row>(service: Counting, sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#indexed[service].db.$queryRawUnsafe<Row[]>(sql, ...values);
  }
}
