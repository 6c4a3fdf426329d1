import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { followNode, openLocalStream } from '../../in-process/follow-node.ts';
import { INDEXERS, type IndexerName, syncToTip } from '../../in-process/indexers.ts';

type ServiceName = 'blocks' | IndexerName;
type Databases = Record<ServiceName, { url: string; db: SqlWriter }>;

/** The databases of all services that index, which take what nodes have with the services' own code. */
export class NodeIndex {
  readonly #databases: Databases;

  private constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** Empty databases, which the cleanup drops. */
  static async open(cleanup: AsyncDisposableStack): Promise<NodeIndex> {
    const open = async (service: ServiceName) => {
      const { url, drop } = await createTestDatabase({ service });
      cleanup.defer(drop);
      const db = openWriter(url);
      cleanup.defer(() => db.$disconnect());
      return { url, db };
    };
    const databases: [ServiceName, Databases[ServiceName]][] = [];
    for (const service of ['blocks', ...INDEXERS] as const) databases.push([service, await open(service)]);
    return new NodeIndex(Object.fromEntries(databases) as Databases);
  }

  /** Follows the network's nodes to their tip, in all services. */
  async take(network: NetworkSettings): Promise<void> {
    const { blocks } = this.#databases;
    await this.takeBlocks(network);
    const stream = openLocalStream(blocks.db, []);
    for (const consumer of INDEXERS) await syncToTip({ consumer, db: this.#databases[consumer].db, stream });
  }

  /** The same in the service of blocks alone. */
  async takeBlocks(network: NetworkSettings): Promise<void> {
    await followNode(network, this.#databases.blocks.db);
  }

  /** The encoded blocks of a chain as the stream hands them over, from the first on, as many as one answer holds. */
  async streamed(chainId: string): Promise<Uint8Array[]> {
    const { answer } = await openLocalStream(this.#databases.blocks.db, []).readBlocks({ chainId, blocksMax: 1_000 });
    return answer.case === 'batch' ? answer.value.blocks : [];
  }

  /** Connection string of a service's database. */
  url(service: ServiceName): string {
    return this.#databases[service].url;
  }

  /** Names of the services whose databases these are. */
  get services(): readonly ServiceName[] {
    return ['blocks', ...INDEXERS];
  }
}
