import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { isSameNetwork, type Network } from '@ledgergraph/graph-kit/network';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { networkMessage } from '#/tips/network-message.ts';

/** Each database keeps all announcements, so a process that starts while one is away reports its chains as away, not as missing. */
export class CopiedNetworks {
  readonly #databases: ByChain<SqlExecutor>;
  readonly #announced = new Map<string, Network>();

  constructor(databases: ByChain<SqlExecutor>) {
    this.#databases = databases;
  }

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
