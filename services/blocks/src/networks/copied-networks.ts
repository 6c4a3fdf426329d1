import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { isSameNetwork, type Network } from '@ledgergraph/graph-kit/network';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { networkMessage } from '#/tips/network-message.ts';

/**
 * Keeps a copy of each announcement in every database. So a process that starts while a database is away knows its chains by another one, and
 * answers that they are away, not that there are none.
 */
export class CopiedNetworks {
  readonly #databases: ByChain<SqlExecutor>;
  /** By chain, as its own database had them last. */
  readonly #announced = new Map<string, Network>();

  constructor(databases: ByChain<SqlExecutor>) {
    this.#databases = databases;
  }

  /** Takes the announcements of a database's own chains, and brings it those of the others. @param listed all rows that it has */
  async exchange(db: SqlExecutor, listed: readonly Network[]): Promise<void> {
    const known = new Map(listed.map((network) => [network.chainId, network]));
    for (const network of listed) if (this.#isOwn(db, network)) this.#announced.set(network.chainId, network);
    for (const network of this.#announced.values()) {
      const copy = known.get(network.chainId);
      if (this.#isOwn(db, network) || (copy !== undefined && isSameNetwork(copy, network))) continue;
      await saveNetwork(db, networkMessage(network));
    }
  }

  #isOwn(db: SqlExecutor, { chainId }: Network): boolean {
    return this.#databases.of(chainId) === db;
  }
}
