import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { findConsumers, syncToTip } from '@ledgergraph/test-kit/roles/consumers';
import { followNode, openLocalStream } from '@ledgergraph/test-kit/roles/follow-node';

interface Database {
  url: string;
  db: SqlWriter;
}

export class NodeIndex {
  readonly #databases: ReadonlyMap<string, Database>;

  private constructor(databases: ReadonlyMap<string, Database>) {
    this.#databases = databases;
  }

  static async open(cleanup: AsyncDisposableStack): Promise<NodeIndex> {
    const databases = new Map<string, Database>();
    for (const service of ['blocks', ...findConsumers()]) {
      const { url, drop } = await createTestDatabase({ service });
      cleanup.defer(drop);
      const db = openWriter(url);
      cleanup.defer(() => db.$disconnect());
      databases.set(service, { url, db });
    }
    return new NodeIndex(databases);
  }

  /** To the nodes' tips, in all services. */
  async take(network: NetworkSettings): Promise<void> {
    await this.takeBlocks(network);
    const stream = openLocalStream(this.#database('blocks').db, []);
    for (const service of findConsumers()) await syncToTip({ service, db: this.#database(service).db, stream });
  }

  async takeBlocks(network: NetworkSettings): Promise<void> {
    await followNode(network, this.#database('blocks').db);
  }

  /** Encoded as the stream hands them over, up to one answer. */
  async streamed(chainId: string): Promise<Uint8Array[]> {
    const { answer } = await openLocalStream(this.#database('blocks').db, []).readBlocks({ chainId, blocksMax: 1_000 });
    return answer.case === 'batch' ? answer.value.blocks : [];
  }

  url(service: string): string {
    return this.#database(service).url;
  }

  get services(): readonly string[] {
    return [...this.#databases.keys()];
  }

  #database(service: string): Database {
    const database = this.#databases.get(service);
    if (database === undefined) throw new Error(`${service} has no database here`);
    return database;
  }
}
